import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** A client that gives up in time: the SDK by itself would wait for an answer for ever. */
export const documentClient = ({ maxAttempts }: { maxAttempts: number }): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(
    new DynamoDBClient({
      maxAttempts,
      requestHandler: {
        connectionTimeout: 500,
        requestTimeout: 1_000,
        throwOnRequestTimeout: true,
      },
    }),
  );
