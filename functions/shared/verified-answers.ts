import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { crc32 } from './crc32.ts';

/**
 * Accepts an answer that can lead to a 200 only if the store itself sent it, and all of it arrived. The SDK would
 * accept an empty 200, and so acknowledge a write that never happened. After an answer that is not accepted, the SDK
 * tries again.
 */
export function verifyAnswers(client: DynamoDBClient): DynamoDBClient {
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const response = result.response as StoreAnswer;
      response.body = await client.config.streamCollector(response.body);
      if (response.statusCode < 300) refuseFault(response);
      return result;
    },
    // The last middleware of this step is the first to get the answer: the SDK only reads verified answers.
    { name: 'verifyAnswers', step: 'deserialize' },
  );
  client.middlewareStack.add(
    (next) => (args) =>
      next(args).catch((error) => {
        // This error has the stored item: the plant itself, if the answer to an earlier attempt was lost.
        if (error.name === 'ConditionalCheckFailedException') refuseFault(error.$response);
        throw error;
      }),
    // The outermost one: it gets the error after the SDK has read its name from the answer.
    { step: 'deserialize', priority: 'high' },
  );
  return client;
}

interface StoreAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  body: Uint8Array;
}

function refuseFault(answer: StoreAnswer): void {
  const fault = faultOf(answer);
  if (fault !== undefined) throw Object.assign(new Error(fault), { $retryable: {} });
}

/**
 * DynamoDB sends a checksum with each answer, but does not promise it. An answer without one is accepted if it has
 * the store's own content type. The `{}` of a proxy has another type.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.LowLevelAPI.html
 */
function faultOf({ headers, body }: StoreAnswer): string | undefined {
  const { 'x-amz-crc32': checksum, 'content-type': type } = headers;
  if (checksum === undefined && type !== 'application/x-amz-json-1.0') {
    return "The answer has no checksum, and another type than the store's";
  }
  if (checksum !== undefined && checksum !== `${crc32(body)}`) {
    return 'The answer does not match its checksum';
  }
  return contentFault(String(Buffer.from(body)));
}

/** The answer and its item must be objects. The SDK reads any other item as none, so a valid token would be unknown. */
function contentFault(text: string): string | undefined {
  try {
    const answer = JSON.parse(text);
    const { Item = {} } = answer;
    const isObject = (part: unknown) => part === Object(part) && !Array.isArray(part);
    if (isObject(answer) && isObject(Item)) return undefined;
  } catch {
    // It is not JSON, or null.
  }
  return 'The answer is not whole';
}
