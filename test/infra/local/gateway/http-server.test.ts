import { expect, it } from 'vitest';
import { startServer } from '../../../../infra/local/gateway/http-server.ts';

it('closing lets requests under way finish, and takes no new ones', async () => {
  const arrived = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const server = await startServer({
    host: '127.0.0.1',
    port: 0,
    requestMilliseconds: 30_000,
    handle: async () => {
      arrived.resolve();
      await answer.promise;
      return { answer: { status: 200, headers: [], body: 'done' }, invocations: [], context: null };
    },
    onAnswer: () => {},
  });
  const url = `http://127.0.0.1:${server.port}`;
  const under = fetch(url);
  await arrived.promise;
  const closed = server.close();
  await expect(fetch(url)).rejects.toThrow();
  answer.resolve();
  expect(await (await under).text()).toBe('done');
  await closed;
});
