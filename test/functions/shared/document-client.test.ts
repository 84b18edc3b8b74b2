import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it, onTestFinished, vi } from 'vitest';
import { documentClient } from '../../../functions/shared/document-client.ts';
import { type Hook, startDynamodbProxy } from '../../dynamodb-proxy.ts';

/** Starts a store that treats each request like this, and lets the SDK find it. */
async function storeWith(hook: Hook) {
  const store = await startDynamodbProxy({ hook });
  onTestFinished(store.stop);
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', store.url);
  return store;
}

function read(maxAttempts: number) {
  const Key = { digest: 'any' };
  return documentClient({ maxAttempts }).send(new GetCommand({ TableName: 'Tokens', Key }));
}

it.each([1, 2])('tries at most %i times with that limit', async (maxAttempts) => {
  const store = await storeWith((response) => response.writeHead(500).end());
  await expect(read(maxAttempts)).rejects.toThrow();
  expect(store.calls).toHaveLength(maxAttempts);
});

it('gives up on a store that sends headers without end', async () => {
  await storeWith(({ socket }) => {
    socket?.write('HTTP/1.1 200 OK\r\n');
    const header = setInterval(() => socket?.write('x: y\r\n'), 200);
    socket?.on('close', () => clearInterval(header)).on('error', () => {});
  });
  await expect(read(1)).rejects.toThrow();
});

it('gives up on a store that does not answer', async () => {
  await storeWith(() => {});
  await expect(read(1)).rejects.toThrow(/did not receive a response|timed? ?out/i);
});
