import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  createDocumentClient,
  type DocumentClient,
} from '../../../functions/dynamodb/document-client.ts';
import { longestMilliseconds, warmUpClient } from '../../../functions/dynamodb/warm-up.ts';
import { startRecordingProxy } from '../../../tools/test/setup/recording-proxy.ts';

/** The item that a warm-up reads. */
const item = { client: expect.any(String), lastFour: expect.any(String) };
function rejecting(): Promise<never> {
  return Promise.reject(new Error('no'));
}

function clientOf(url: string) {
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', url);
  return createDocumentClient({ maxAttempts: 3 });
}

/** Warms up with one read, and returns the answer to it. */
async function warmUp(documents: unknown) {
  let answered: unknown;
  const call = async (standIn: DocumentClient) => {
    const get = new GetCommand({ TableName: 'Tokens', Key: { digest: '' } });
    answered = await standIn.send(get);
  };
  await warmUpClient(documents as DocumentClient, call);
  return answered;
}

async function clientOfServer(onConnection: (socket: Socket) => void) {
  const server = createServer(onConnection);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return clientOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

/** The time limit of a warm-up. It ends only if a test aborts it. */
let limit: AbortController;
const logged = vi.fn();
beforeEach(() => {
  limit = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => limit.signal);
  for (const level of ['debug', 'info', 'log', 'warn', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation(logged);
  }
});
afterEach(() => {
  expect(logged).not.toHaveBeenCalled();
  vi.unstubAllEnvs();
});

it('a warm-up sends a health check, reads an item, and leaves its connection to the first call', async () => {
  // The client's own time limits never end, however busy the machine is.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { url, calls, stop } = await startRecordingProxy();
  onTestFinished(stop);
  const documents = clientOf(url);
  const send = vi.spyOn(documents, 'send');
  expect(await warmUp(documents)).toEqual({ Item: item });
  expect(send.mock.calls[0]?.[1]?.abortSignal).toBe(limit.signal);
  const $metadata = { httpStatusCode: 200, attempts: 1 };
  await expect(send.mock.results[0]?.value).resolves.toMatchObject({
    $metadata,
    Item: { client: 'warm-up' },
  });
  // Without a signature or a body.
  const headers = { host: new URL(url).host, connection: 'keep-alive' };
  const healthCheck = { method: 'GET', path: '/', headers, body: '', port: expect.any(Number) };
  expect(calls).toEqual([healthCheck]);
  await documents.send(new PutCommand({ TableName: 'Plants', Item: { id: 1, name: 'Fern' } }));
  expect(calls[1]).toMatchObject({
    method: 'POST',
    headers: { authorization: expect.stringMatching(/^AWS4-HMAC-SHA256 Credential=local\//) },
    body: expect.stringContaining('"Item":{"id":{"N":"1"},"name":{"S":"Fern"}}'),
    port: calls[0]?.port,
  });
});

describe('a warm-up never fails, and its call gets an answer', () => {
  it.each<[string, () => unknown]>([
    ['connections are closed at once', () => clientOfServer((socket) => socket.destroy())],
    [
      'something other than a store answers',
      () => clientOfServer((socket) => socket.end('HTTP/1.1 503 No\r\n\r\n<')),
    ],
    ['nothing listens', () => clientOf('http://127.0.0.1:1')],
    ['the client cannot send, for example without credentials', () => ({ send: rejecting })],
  ])('if %s', async (_, client) => {
    expect(await warmUp(await client())).toEqual({ Item: item });
  });

  it('if nobody answers: it gives up long before the client would', async () => {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const client = await clientOfServer((socket) => {
      socket.on('error', () => {}).on('close', () => resolve());
      socket.once('data', () => limit.abort());
    });
    expect(await warmUp(client)).toEqual({ Item: item });
    await closed;
    expect(AbortSignal.timeout).toHaveBeenCalledExactlyOnceWith(longestMilliseconds);
    // The client's own time limit for one attempt is 1,000 ms.
    expect(longestMilliseconds).toBeLessThan(1_000);
  });

  it('if the client itself hangs', async () => {
    const send = vi.fn(() => {
      setImmediate(() => limit.abort());
      return new Promise(() => {});
    });
    expect(await warmUp({ send })).toBeUndefined();
    expect(send).toHaveBeenCalledOnce();
  });

  it('if the call rejects', async () => {
    const warmedUp = warmUpClient(clientOf('http://127.0.0.1:1'), rejecting);
    await expect(warmedUp).resolves.toBeUndefined();
  });
});
