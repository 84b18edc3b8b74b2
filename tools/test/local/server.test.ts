import { once } from 'node:events';
import { request } from 'node:http';
import { expect, it, onTestFinished, vi } from 'vitest';
import { anyLoopbackPort, startServer } from '../../local/server.ts';

const local = { host: '127.0.0.1', option: '--port' };

async function listening(ports: number[]) {
  const server = await startServer({ ...local, ports }, () => {});
  onTestFinished(server.close);
  return Number(new URL(server.url).port);
}

it('takes the next port if one is in use', async () => {
  const taken = await listening([0]);
  expect(await listening([taken, 0])).not.toBe(taken);
});

it('names the option that helps if no port is left', async () => {
  const taken = await listening([0]);
  await expect(listening([taken])).rejects.toThrow(new RegExp(`\\b${taken}\\b.*--port`));
});

it('keeps an idle connection for a minute, so that a client can use it again', async () => {
  const { close, url } = await startServer(anyLoopbackPort, (_, response) => response.end());
  onTestFinished(close);
  const { headers } = await fetch(url);
  const [, seconds] = /timeout=(\d+)/.exec(`${headers.get('keep-alive')}`) ?? [];
  expect(Number(seconds)).toBeGreaterThanOrEqual(60);
});

it('closes although a browser still waits for an answer', async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const { close, url } = await startServer(anyLoopbackPort, () => arrive());
  const failed = once(request(url).end(), 'error');
  await arrived;
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const closed = close();
  vi.runAllTimers();
  await closed;
  expect((await failed)[0]).toMatchObject({ code: 'ECONNRESET' });
});
