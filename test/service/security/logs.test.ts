import { Agent } from 'node:http';
import { connect } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { type RequestRecord, requestLine } from '../../../infra/commands/start/request-record.ts';
import { startPlantStore } from '../../../infra/commands/start/service.ts';
import { exchange } from '../../exchange.ts';
import { assembly } from '../../synthesized.ts';

const records: RequestRecord[] = [];
const store = await startPlantStore({
  assembly,
  onRequest: (record) => records.push(record),
});
const agent = new Agent();
afterAll(async () => {
  agent.destroy();
  await store.close();
});

/** Texts that would end a line, begin a record, colour a terminal or hide the rest. Each contains the word mark. */
const injections = [
  'mark\n{"level":"ERROR","message":{"error":1000}}',
  'mark\r\n2026-01-01T00:00:00Z forged',
  'mark\u2028forged\u2029\u0085',
  'mark\u001b[31mred\u001b[0m\u001b]0;title\u0007\u009b2J',
  'mark","level":"ERROR","x":"',
  'mark\\',
  'mark\u0000\b\f\v\u007f',
  'mark%0aforged%1b[31m',
  ['mark$', '{jndi:ldap://x/y}{{7*7}}%s%d%o'].join(''),
  'mark\u202egnp.exe',
];

function send(body: string, headers: Record<string, string> = {}) {
  const own = { authorization: `Bearer ${store.token}`, 'content-type': 'application/json' };
  return exchange(`${store.url}/plants`, { agent, body, headers: { ...own, ...headers } });
}

/** Expects one line for one failure. It contains nothing that was sent. */
function expectOneLine(error: number) {
  const [record, ...others] = records;
  expect(others).toEqual([]);
  const [line = '', ...more] = record?.logs ?? [];
  expect(more).toEqual([]);
  expect(JSON.parse(line)).toMatchObject({ level: 'INFO', message: { error } });
  expect(line).not.toMatch(/mark|forged/);
  expect(line).toMatch(/^[\x20-\x7e]+$/);
}

it.each(injections.map((text) => [JSON.stringify(text), text]))('%s', async (json, text) => {
  for (const [error, body] of [
    [1001, text],
    [1003, `{${json}:1}`],
    [1003, `{"id":1,"name":[${json}]}`],
    [1003, `{"id":${json},"name":"x"}`],
    [1001, `{"__proto__":${json}}`],
  ] as const) {
    records.length = 0;
    expect(JSON.parse((await send(body)).body), body).toMatchObject({ error });
    expectOneLine(error);
  }

  await send('{"id":7,"name":"first"}');
  records.length = 0;
  expect((await send(`{"id":7,"name":${json},"tag":${json}}`)).body).toBe(
    '{"error":1004,"message":"another plant has the id 7"}',
  );
  expectOneLine(1004);

  // In headers, without the characters that HTTP forbids.
  const bytes = Buffer.from(text).toString('latin1');
  const value = bytes.replace(/[^\P{Cc}\t]/gu, '');
  records.length = 0;
  await send('{}', { 'user-agent': value, referer: value, 'x-forwarded-for': value });
  expectOneLine(1003);
});

it('a line for the terminal has no control characters of the path', async () => {
  const { hostname, port } = new URL(store.url);
  records.length = 0;
  for (const text of injections) {
    await new Promise((resolve) => {
      const socket = connect(Number(port), hostname);
      socket.on('close', resolve);
      socket.resume();
      socket.write(
        `GET /${encodeURI(text)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      );
    });
  }
  expect(records).toHaveLength(injections.length);
  const lines = records.map((record) => requestLine(record, (_, text) => text));
  for (const line of lines) expect(line).toMatch(/^[\x20-\x7e]+$/);
});
