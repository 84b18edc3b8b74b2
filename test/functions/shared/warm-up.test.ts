import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Documents, documentClient } from '../../../functions/shared/document-client.ts';
import { longestMilliseconds, warmUpClient } from '../../../functions/shared/warm-up.ts';
import { selfSigned } from '../../setup/certificate.ts';
import { startDynamodbProxy } from '../../setup/dynamodb-proxy.ts';

function put() {
  return new PutCommand({ TableName: 'Plants', Item: { id: 1, name: 'Fern' } });
}
const answer = { Item: { client: 'warm-up' } };
function rejecting(): Promise<never> {
  return Promise.reject(new Error('no'));
}

function clientOf(url: string) {
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', url);
  return documentClient({ maxAttempts: 3 });
}

/** The same client, with a record of what it sends. */
function watch(documents: Documents) {
  const send = vi.fn((...sent: Parameters<Documents['send']>) => documents.send(...sent));
  return { send, watched: { send } as unknown as Documents };
}

/** Warms up with one write, and returns the answer to it. */
async function warmUpPut(documents: Documents) {
  let answered: unknown;
  const call = async (standIn: Documents) => {
    answered = await standIn.send(put());
  };
  await warmUpClient(documents, { call, answer });
  return answered;
}

async function listening(onConnection: (socket: Socket) => void) {
  const server = createServer(onConnection);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
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

describe('a warm-up', () => {
  // The client's own time limits never end, however busy the machine is.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  const start = async () => {
    const tls = selfSigned();
    const trusted = getCACertificates();
    onTestFinished(() => setDefaultCACertificates(trusted));
    setDefaultCACertificates([...trusted, tls.cert]);
    const store = await startDynamodbProxy({ tls });
    onTestFinished(store.stop);
    return store;
  };

  it('sends a health check instead, without a signature or a body', async () => {
    const { url, calls } = await start();
    const documents = clientOf(url);
    const { send, watched } = watch(documents);
    expect(await warmUpPut(watched)).toEqual(answer);
    expect(send.mock.calls[0]?.[1]?.abortSignal).toBe(limit.signal);
    const $metadata = { httpStatusCode: 200, attempts: 1 };
    await expect(send.mock.results[0]?.value).resolves.toMatchObject({ $metadata });
    const headers = { host: new URL(url).host, connection: 'keep-alive' };
    const request = { method: 'GET', path: '/', headers, body: '', port: expect.any(Number) };
    expect(calls).toEqual([request]);
  });

  it('answers a read with an item, so that its code is also compiled', async () => {
    const { url } = await start();
    const documents = clientOf(url);
    const { send, watched } = watch(documents);
    const get = new GetCommand({ TableName: 'Tokens', Key: { digest: '' } });
    const call = (standIn: Documents) => standIn.send(get);
    await warmUpClient(watched, { call, answer });
    await expect(send.mock.results[0]?.value).resolves.toMatchObject({
      Item: { client: 'warm-up' },
    });
  });

  it('leaves its connection to the first call, which is not changed', async () => {
    const { url, calls } = await start();
    const documents = clientOf(url);
    await warmUpPut(documents);
    await documents.send(put());
    const [healthCheck, write] = calls;
    expect(calls).toHaveLength(2);
    expect(write).toMatchObject({ method: 'POST', port: healthCheck?.port });
    expect(write?.headers).toMatchObject({
      'x-amz-target': 'DynamoDB_20120810.PutItem',
      authorization: expect.stringMatching(/^AWS4-HMAC-SHA256 Credential=local\//),
    });
    expect(JSON.parse(write?.body ?? '').Item).toEqual({ id: { N: '1' }, name: { S: 'Fern' } });
  });
});

describe('a warm-up never fails, and its call gets an answer', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['connections are closed at once', (socket) => socket.destroy()],
    ['something other than a store answers', (socket) => socket.end('HTTP/1.1 503 No\r\n\r\n<')],
  ])('if %s', async (_, onConnection) => {
    expect(await warmUpPut(clientOf(await listening(onConnection)))).toEqual(answer);
  });

  it('if nobody answers: it gives up long before the client would', async () => {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const url = await listening((socket) => {
      socket.on('error', () => {}).on('close', () => resolve());
      socket.once('data', () => limit.abort());
    });
    expect(await warmUpPut(clientOf(url))).toEqual(answer);
    await closed;
    expect(AbortSignal.timeout).toHaveBeenCalledExactlyOnceWith(longestMilliseconds);
    // The client's own time limit for one attempt is 1,000 ms.
    expect(longestMilliseconds).toBeLessThan(1_000);
  });

  it.each([
    ['nothing listens', () => clientOf('http://127.0.0.1:1')],
    ['the client cannot send, for example without credentials', () => ({ send: rejecting })],
  ])('if %s', async (_, client) => {
    expect(await warmUpPut(client() as unknown as Documents)).toEqual(answer);
  });

  it('if the client itself hangs', async () => {
    const hanging = { send: () => new Promise(() => {}) } as unknown as Documents;
    const call = vi.fn((documents: Documents) => {
      setImmediate(() => limit.abort());
      return documents.send(put());
    });
    await warmUpClient(hanging, { call, answer });
    expect(call).toHaveBeenCalledOnce();
  });

  it('if the call rejects', async () => {
    const warmUp = warmUpClient(clientOf('http://127.0.0.1:1'), {
      call: rejecting,
      answer,
    });
    await expect(warmUp).resolves.toBeUndefined();
  });
});
