import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What AWS asks a role about: an action, as `dynamodb:PutItem`, and on which table. */
export interface Call {
  readonly action: string;
  readonly table: unknown;
}

/** Stands between the functions and all of AWS, and writes down what they call with credentials. */
export async function recordCalls(dynamodbUrl: string) {
  const calls: Call[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const body = await buffer(incoming);
    // Without a signature there is nobody whom a right could be asked of.
    if (headers.authorization !== undefined) calls.push(callOf(headers, body));
    const forwarded = request(dynamodbUrl, { method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The service is in the scope that a request is signed for, the operation in its target. */
function callOf(headers: NodeJS.Dict<string | string[]>, body: Buffer): Call {
  const [, service] =
    /Credential=[^/]+\/\d{8}\/[\w-]+\/([\w-]+)\/aws4_request/.exec(
      String(headers['authorization']),
    ) ?? [];
  const operation = String(headers['x-amz-target']).split('.').at(-1);
  return { action: `${service}:${operation}`, table: JSON.parse(body.toString()).TableName };
}
