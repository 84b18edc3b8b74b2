import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What a role has to allow: an action, such as `dynamodb:PutItem`, on a table and a key. */
export interface Call {
  readonly action: string;
  /** Undefined if the service has no tables. */
  readonly table: unknown;
  /** Of a metric, its namespace. */
  readonly key: unknown;
}

/** A proxy between the functions and services of AWS. It records the calls that they make with credentials. */
export async function recordCalls(servicesUrl: string) {
  const calls: Call[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const body = await buffer(incoming);
    // A call without a signature needs no rights.
    if (headers.authorization !== undefined) calls.push(callOf(headers, body));
    const forwarded = request(servicesUrl, { method, path: url, headers }, (answer) => {
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

/** The service is in the scope of the signature, the operation is in the target header, if there is one. */
function callOf(headers: NodeJS.Dict<string | string[]>, body: Buffer): Call {
  const [, service] =
    /Credential=[^/]+\/\d{8}\/[\w-]+\/([\w-]+)\/aws4_request/.exec(
      String(headers['authorization']),
    ) ?? [];
  const [operation] = String(headers['x-amz-target'] ?? 'InvokeFunction')
    .split('.')
    .toReversed();
  const { TableName: table, Key, Item, Namespace } = JSON.parse(body.toString());
  // CloudWatch signs as `monitoring`, and its rights have no resource.
  if (service === 'monitoring') {
    return { action: `cloudwatch:${operation}`, table: '*', key: Namespace };
  }
  const { id, digest } = Object(Key ?? Item);
  return { action: `${service}:${operation}`, table, key: id?.N ?? digest?.S };
}
