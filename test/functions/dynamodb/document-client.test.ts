import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createDocumentClient } from '../../../functions/dynamodb/document-client.ts';
import { functions } from '../../../functions/service.ts';
import { type Hook, startRecordingProxy } from '../../../tools/test/setup/recording-proxy.ts';

/** Reads from a store that treats each request like this. */
async function readFrom(hook: Hook) {
  const store = await startRecordingProxy({ hook });
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
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const answer = readFrom((...request) => {
    hook(...request);
    // Authorize has five seconds.
    vi.advanceTimersByTime(3_000);
  });
  // The limit of the socket is another one: each header begins it again, and a busy machine can let it end first.
  await expect(answer).rejects.toThrow(/ requestTimeout\b/);
});

it('gives up on a store that stops within its answer, in time for another try', async () => {
  const answer = readFrom((response) =>
    response.writeHead(200, { 'x-amzn-requestid': 'any' }).write('{'),
  );
  const { message } = await answer.catch((error) => error);
  const [, milliseconds] = /timed out after (\d+) ms/.exec(message) ?? [];
  // Authorize tries twice, and gives up a second before its end.
  const mostMilliseconds = 1_000 * (functions.Authorize.timeoutSeconds - 1);
  expect(2 * Number(milliseconds), message).toBeLessThan(mostMilliseconds);
});
