import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { crc32 } from './crc32.ts';

/**
 * Takes nothing for a success but what the store itself sent, whole: the SDK is content with an
 * empty 200, by which a write would be acknowledged that never happened. Any other is tried again.
 */
export function verifyAnswers(client: DynamoDBClient): DynamoDBClient {
  let isToldOfMissing = false;
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const response = result.response as StoreAnswer;
      if (response.statusCode < 300) {
        response.body = await client.config.streamCollector(response.body);
        const fault = faultOf(response);
        if (fault !== undefined) throw retryable(fault);
        if (!('x-amz-crc32' in response.headers) && !isToldOfMissing) {
          isToldOfMissing = true;
          console.warn({ unverified: 'The store sends answers without a checksum' });
        }
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
  readonly headers: Readonly<Record<string, string>>;
  body: Uint8Array;
}

/**
 * DynamoDB sends a checksum with each answer, but promises none. Without it, an answer is the store's if it
 * is whole JSON of the store's own type, which no proxy's `{}` is.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.LowLevelAPI.html
 */
function faultOf({ headers, body }: StoreAnswer): string | undefined {
  if (body.length === 0) return 'The answer is empty';
  const { 'x-amz-crc32': checksum, 'content-type': type } = headers;
  if (checksum !== undefined) {
    return checksum === `${crc32(body)}` ? undefined : 'The answer does not match its checksum';
  }
  if (type === 'application/x-amz-json-1.0' && isWholeJson(body)) return undefined;
  return "The answer has no checksum, and is no whole JSON of the store's type";
}

function isWholeJson(body: Uint8Array): boolean {
  try {
    JSON.parse(Buffer.from(body).toString());
    return true;
  } catch {
    return false;
  }
}

function retryable(message: string): Error {
  return Object.assign(new Error(message), { $retryable: {} });
}
