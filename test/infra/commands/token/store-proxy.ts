import { createServer, type IncomingHttpHeaders, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
}

/** What becomes of a call, a `PutItem` for one. Without an answer the connection breaks off. */
export type Interference = (
  operation: string,
  forward: () => Promise<Answer>,
) => Promise<Answer | undefined>;

/** Answers each write itself, with a 200 and nothing else. */
export const emptyWrites: Interference = async (operation, forward) =>
  /^(Put|Update|Delete)Item$/.test(operation)
    ? { status: 200, headers: {}, body: Buffer.alloc(0) }
    : forward();

/** What a command says of such an answer. */
export const untrusted = /^The answer is invalid \(.+\): [^\n]+\n$/;

/** A proxy before DynamoDB, over real sockets. */
export async function startStoreProxy(target: string, interfere: Interference) {
  const server = createServer(async (request, response) => {
    const { method, headers } = request;
    const body = await buffer(request);
    const forward = () =>
      new Promise<Answer>((resolve, reject) => {
        const upstream = send(target, { method, headers }, async (answer) => {
          const { statusCode = 500 } = answer;
          resolve({ status: statusCode, headers: answer.headers, body: await buffer(answer) });
        });
        upstream.on('error', reject).end(body);
      });
    const operation = String(headers['x-amz-target']).split('.').at(-1) ?? '';
    const answer = await interfere(operation, forward);
    if (answer === undefined) response.destroy();
    else response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { url, stop };
}
