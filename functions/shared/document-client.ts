import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { verifyAnswers } from './checksum.ts';
import { wholeBody } from './whole-body.ts';

/** The part of a client that a store needs. */
export type Documents = Pick<DynamoDBDocumentClient, 'send'>;

/** A client with timeouts: by default, the SDK waits for an answer without end. */
export function documentClient({ maxAttempts }: { maxAttempts: number }): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(
    verifyAnswers(
      new DynamoDBClient({
        maxAttempts,
        streamCollector: wholeBody,
        requestHandler: {
          connectionTimeout: 500,
          // requestTimeout ends when an answer begins; socketTimeout holds while it arrives.
          requestTimeout: 1_000,
          throwOnRequestTimeout: true,
          socketTimeout: 1_000,
        },
      }),
    ),
  );
}
