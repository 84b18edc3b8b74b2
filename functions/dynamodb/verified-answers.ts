import type { Readable } from 'node:stream';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

interface HttpAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable;
}

/**
 * DynamoDB numbers each of its answers. An answer without a number is from something on the way: the SDK tries again.
 * The SDK alone would take an empty 200 for a stored item, or for an unknown token.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.LowLevelAPI.html
 */
export function verifyAnswers(client: DynamoDBClient): DynamoDBClient {
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const { statusCode, headers, body } = result.response as HttpAnswer;
      if (headers['x-amzn-requestid']) return result;
      body.destroy();
      const error = new Error(`An answer with status ${statusCode} is not from DynamoDB`);
      throw Object.assign(error, { $retryable: {} });
    },
    // Next to the socket, before the SDK reads the answer.
    // Stryker disable next-line StringLiteral: with an unknown word, the SDK keeps this place.
    { step: 'deserialize', priority: 'low' },
  );
  return client;
}
