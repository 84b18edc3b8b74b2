import { type Answer, startDynamodbProxy } from '../../../dynamodb-proxy.ts';

/** Decides the answer to a call, for example to a `PutItem`. Without an answer the connection is closed. */
export type Interference = (
  operation: string,
  forward: () => Promise<Answer>,
) => Promise<Answer | undefined>;

/** Answers each write with an empty 200. */
export const emptyWrites: Interference = async (operation, forward) =>
  /^(Put|Update|Delete)Item$/.test(operation)
    ? { status: 200, headers: {}, body: Buffer.alloc(0) }
    : forward();

/** The message of a command for such an answer. */
export const untrusted = /^The answer is invalid \(.+\): [^\n]+\n$/;

export function startStoreProxy(store: string, interfere: Interference) {
  return startDynamodbProxy({
    store,
    async hook(response, apply, { headers }) {
      const operation = String(headers['x-amz-target']).split('.').at(-1) ?? '';
      const answer = await interfere(operation, apply);
      if (answer === undefined) response.destroy();
      else response.writeHead(answer.status, answer.headers).end(answer.body);
    },
  });
}
