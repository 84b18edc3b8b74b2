import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createDocumentClient } from '../../../functions/shared/document-client.ts';
import { type Hook, startDynamodbProxy } from '../../setup/dynamodb-proxy.ts';

/** Reads from a store that treats each request like this. Then three seconds pass: Authorize has five. */
async function readFrom(hook: Hook) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const store = await startDynamodbProxy({
    hook: (...request) => {
      hook(...request);
      vi.advanceTimersByTime(3_000);
    },
  });
  onTestFinished(store.stop);
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', store.url);
  const command = new GetCommand({ TableName: 'Tokens', Key: { digest: 'any' } });
  return createDocumentClient({ maxAttempts: 1 }).send(command);
}

const endless: Hook = ({ socket }) => {
  socket?.write('HTTP/1.1 200 OK\r\n');
  const header = setInterval(() => socket?.write('x: y\r\n'), 200);
  socket?.on('close', () => clearInterval(header)).on('error', () => {});
};

it.each([
  ['sends headers without end', endless],
  ['does not answer', () => {}],
])('gives up on a store that %s', async (_, hook) => {
  await expect(readFrom(hook)).rejects.toThrow(/did not receive a response|timed? ?out/i);
});
