import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';

/** The settings of a client that reads or writes many items. */
export const bulkSettings = {
  // A table takes few large items in a second, and refuses the others for this time.
  maxAttempts: 10,
  retryMode: 'adaptive',
  // By default, the SDK waits for an answer without end. A limit for a whole call would be too short for large items
  // over a slow line. These two limit the time in which no byte comes or goes, and then the SDK tries again.
  requestHandler: { connectionTimeout: 5_000, socketTimeout: 5_000 },
} as const satisfies DynamoDBClientConfig;
