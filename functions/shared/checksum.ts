import { crc32 } from 'node:zlib';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/**
 * Takes nothing for a success but what the store itself sent, whole: the SDK is content with an
 * empty 200, by which a write would be acknowledged that never happened. Any other is tried again.
 */
export function verifyAnswers(client: DynamoDBClient): DynamoDBClient {
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const response = result.response as StoreAnswer;
      if (response.statusCode < 300) {
        response.body = await client.config.streamCollector(response.body);
        if (response.headers['x-amz-crc32'] !== `${crc32(response.body)}`) throw notOfTheStore();
      }
      return result;
    },
    // The last of its step is the nearest to the socket, so that the SDK reads what was verified.
    { name: 'verifyAnswers', step: 'deserialize' },
  );
  return client;
}

interface StoreAnswer {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  body: Uint8Array;
}

function notOfTheStore(): Error {
  return Object.assign(new Error('The answer does not match the checksum that the store sends'), {
    $retryable: {},
  });
}
