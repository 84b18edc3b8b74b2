import { buffer } from 'node:stream/consumers';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { verifyAnswers } from './verified-answers.ts';

/** The part of a client that a store needs. */
export type DocumentClient = Pick<DynamoDBDocumentClient, 'send'>;

interface Options {
  /** How often the SDK sends a call, if it gets no answer or one that says to try again. */
  readonly maxAttempts: number;
  /** What it makes of each number that it reads. By default, an integer beyond 2 ** 53 is a bigint, any other a number. */
  readonly wrapNumbers?: false | ((text: string) => unknown);
}

/** A client with timeouts: by default, the SDK waits for an answer without end. */
export function createDocumentClient({ maxAttempts, wrapNumbers = false }: Options) {
  return DynamoDBDocumentClient.from(
    verifyAnswers(
      new DynamoDBClient({
        maxAttempts,
        // The SDK's own collector loads Node's web streams: 6 ms of each start, and memory that is never freed.
        streamCollector: buffer,
        requestHandler: {
          connectionTimeout: 500,
          // requestTimeout ends when an answer begins. socketTimeout holds while the answer arrives.
          requestTimeout: 1_000,
          throwOnRequestTimeout: true,
          socketTimeout: 1_000,
        },
      }),
    ),
    // What is written: an exact integer comes as a bigint. A number beyond 2 ** 53 is an inexact one, and is written too.
    { marshallOptions: { allowImpreciseNumbers: true }, unmarshallOptions: { wrapNumbers } },
  );
}
