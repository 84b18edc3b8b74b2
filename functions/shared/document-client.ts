import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { verifyAnswers } from './checksum.ts';
import { wholeBody } from './whole-body.ts';

/** What a store needs of a client. */
export type Documents = Pick<DynamoDBDocumentClient, 'send'>;

/** A client that gives up in time: the SDK by itself would wait for an answer for ever. */
export function documentClient({ maxAttempts }: { maxAttempts: number }): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(
    verifyAnswers(
      new DynamoDBClient({
        maxAttempts,
        streamCollector: wholeBody,
        requestHandler: {
          connectionTimeout: 500,
          // Until an answer begins; the other one while it comes.
          requestTimeout: 1_000,
          throwOnRequestTimeout: true,
          socketTimeout: 1_000,
        },
      }),
    ),
  );
}
