import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import {
  anyLoopbackPort,
  listen,
  startOwnServer,
  urlOf,
} from '../../../../tools/local/machine/own-server.ts';

function server() {
  const server = createServer();
  onTestFinished(() => void server.close());
  return server;
}
const local = { host: '127.0.0.1', setting: '--port' };
async function takenPort() {
  return Number(new URL(await listen(server(), { ...local, ports: [0] })).port);
}

it('takes the next port if one is in use', async () => {
  const taken = await takenPort();
  const url = await listen(server(), { ...local, ports: [taken, 0] });
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(url).not.toContain(`:${taken}`);
});

it('names the option that helps if no port is left', async () => {
  const taken = await takenPort();
  await expect(listen(server(), { ...local, ports: [taken] })).rejects.toThrow(
    new RegExp(`\\b${taken}\\b.*--port`),
  );
});

it('says so if the machine has no free port', async () => {
  const full = server();
  const error = Object.assign(new Error('full'), { code: 'EADDRINUSE' });
  full.listen = () => {
    queueMicrotask(() => full.emit('error', error));
    return full;
  };
  await expect(listen(full, { ...local, ports: [0] })).rejects.toThrow(/^[^\d]*--port/);
});

it('tries no other port if the address is not of this machine', async () => {
  const address = { ...local, host: '203.0.113.1', ports: [0, 0] };
  await expect(listen(server(), address)).rejects.toThrow('203.0.113.1 ');
});

it('closes although a browser still waits for an answer', async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const { close, url } = await startOwnServer(anyLoopbackPort, () => arrive());
  const failed = once(request(url).end(), 'error');
  await arrived;
  await close();
  expect((await failed)[0]).toMatchObject({ code: 'ECONNRESET' });
});

it('writes an IPv6 address as a URL does', () => {
  expect(urlOf('::1', 8000)).toBe('http://[::1]:8000');
});
