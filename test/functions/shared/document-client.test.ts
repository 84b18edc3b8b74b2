import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it, vi } from 'vitest';
import { documentClient } from '../../../functions/shared/document-client.ts';
import { brokenStore } from '../../broken-store.ts';

function read(maxAttempts: number, store: { url: string }) {
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', store.url);
  const Key = { digest: 'any' };
  return documentClient({ maxAttempts }).send(new GetCommand({ TableName: 'Tokens', Key }));
}

it.each([1, 2])('tries at most %i times with that limit', async (maxAttempts) => {
  const store = await brokenStore((response) => response.writeHead(500).end());
  await expect(read(maxAttempts, store)).rejects.toThrow();
  expect(store.requests).toHaveLength(maxAttempts);
});

it('gives up on a store that sends headers without end', {
  timeout: 5_000,
}, async () => {
  const store = await brokenStore(({ socket }) => {
    socket?.write('HTTP/1.1 200 OK\r\n');
    const header = setInterval(() => socket?.write('x: y\r\n'), 200);
    socket?.on('close', () => clearInterval(header)).on('error', () => {});
  });
  await expect(read(1, store)).rejects.toThrow();
});

it('gives up on a store that does not answer', { timeout: 5_000 }, async () => {
  const store = await brokenStore(() => {});
  await expect(read(1, store)).rejects.toThrow(/did not receive a response|timed? ?out/i);
});
