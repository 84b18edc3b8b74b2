import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { GatewayResult } from '../../../../infra/local/gateway/answer.ts';
import { startServer } from '../../../../infra/local/gateway/http-server.ts';
import { anyLoopbackPort } from '../../../../infra/local/machine/own-server.ts';

function serverOf(handle: () => Promise<GatewayResult>) {
  return startServer({
    address: anyLoopbackPort,
    handle,
    onAnswer: () => {},
    onLog: () => {},
  });
}
const done: GatewayResult = {
  answer: { status: 200, headers: [], body: 'done' },
  invocations: [],
  context: null,
};

it('closing waits for open requests, and accepts no new ones', async () => {
  const arrived = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const server = await serverOf(async () => {
    arrived.resolve();
    await answer.promise;
    return done;
  });
  const { url } = server;
  const under = fetch(url);
  await arrived.promise;
  const closed = server.close();
  await expect(fetch(url)).rejects.toThrow();
  answer.resolve();
  expect(await (await under).text()).toBe('done');
  await closed;
});

it('closing ends connections that still send, and answers the requests that are complete', async () => {
  const arrived = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  let handled = 0;
  const server = await serverOf(async () => {
    handled += 1;
    arrived.resolve();
    await answer.promise;
    return done;
  });
  const whole = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n';
  const half = `${whole.replace(': 0', ': 100')}abc`;
  const answers = [half, whole + half].map(async (text) => {
    let received = '';
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(text));
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => {});
    socket.on('data', (data) => {
      received += data;
    });
    await once(socket, 'close');
    return received.match(/HTTP\/1\.1 \d+/g) ?? [];
  });
  await arrived.promise;
  const closed = server.close();
  answer.resolve();
  await closed;
  expect(await Promise.all(answers)).toEqual([[], ['HTTP/1.1 200']]);
  expect(handled).toBe(1);
});
