import { once } from 'node:events';
import { createServer, type IncomingMessage, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A call of AWS, and whose credentials have signed it. */
interface SignedCall {
  readonly accessKey: string;
  /** As in a policy: `sts:AssumeRole`. Empty if the address says what is called. */
  readonly action: string;
  /** The role that is taken. */
  readonly role: string;
}

/** Stands between a program and the emulator, and records who calls what. */
export async function startRecorder(emulator: string) {
  const calls: SignedCall[] = [];
  const { hostname, port } = new URL(emulator);
  const server = createServer(async (request, response) => {
    const { headers, method, url } = request;
    const body = await buffer(request);
    calls.push(callOf(`${headers.authorization}`, `${headers['x-amz-target']}`, `${body}`));
    const outgoing = send({ hostname, port, method, path: url, headers }).end(body);
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    response.writeHead(answer.statusCode ?? 0, answer.headers);
    answer.pipe(response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { calls, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function callOf(authorization: string, target: string, body: string): SignedCall {
  const [, accessKey = '', service = ''] =
    /Credential=([^/]+)\/\d+\/[^/]+\/([\w-]+)\//.exec(authorization) ?? [];
  const form = new URLSearchParams(body);
  const operation = form.get('Action') ?? /\.(\w+)$/.exec(target)?.[1];
  return {
    accessKey,
    action: operation ? `${service}:${operation}` : '',
    role: form.get('RoleArn') ?? '',
  };
}
