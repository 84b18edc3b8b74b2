import type { __Client as Client, DynamoDBClientResolvedConfig } from '@aws-sdk/client-dynamodb';

type Stack<Input extends object, Output extends { $metadata: object }> = Pick<
  Client<object, Input, Output, DynamoDBClientResolvedConfig>,
  'middlewareStack'
>;

/** Ends each attempt of a call, also if its answer arrives byte by byte. The SDK then tries again. */
export function withDeadline<
  Input extends object,
  Output extends { $metadata: object },
  Sdk extends Stack<Input, Output>,
>(client: Sdk & Stack<Input, Output>, milliseconds = 20_000): Sdk {
  client.middlewareStack.add(
    (next) => async (args) => {
      const { promise: deadline, reject } = Promise.withResolvers<never>();
      const error = new Error(`There was no complete answer within ${milliseconds / 1000} seconds`);
      error.name = 'TimeoutError';
      const timer = setTimeout(reject, milliseconds, error);
      return Promise.race([next(args), deadline]).finally(() => clearTimeout(timer));
    },
    // The first middleware of this step is the farthest from the socket: it also waits for the body.
    { name: 'deadline', step: 'deserialize', priority: 'high' },
  );
  return client;
}
