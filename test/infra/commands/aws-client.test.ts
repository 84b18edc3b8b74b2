import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { expect, it, onTestFinished } from 'vitest';
import {
  awsSettings,
  withDeadline,
  withoutRepetition,
} from '../../../infra/commands/aws-client.ts';
import { Problem } from '../../../infra/problem.ts';

it('ends a call although each byte of its answer arrives in time', async () => {
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' });
    const timer = setInterval(() => response.write(' '), 10);
    response.on('close', () => clearInterval(timer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = awsSettings({ region: 'eu-central-1', maxAttempts: 2 });
  const client = withDeadline(new DynamoDBClient({ ...settings, endpoint }), 200);
  onTestFinished(() => client.destroy());
  await expect(client.send(new ListTablesCommand())).rejects.toMatchObject({
    name: 'TimeoutError',
    message: 'There was no complete answer within 0.2 seconds',
  });
  expect(requests).toBe(2);
});

it('ends a scan that never goes on', async () => {
  const pagesOf = async (...keys: string[]) => {
    const sent = (async function* () {
      for (const id of keys) yield { LastEvaluatedKey: { id } };
      yield {};
    })();
    let pages = 0;
    for await (const _ of withoutRepetition(sent)) pages += 1;
    return pages;
  };
  expect(await pagesOf('a', 'b')).toBe(3);
  await expect(pagesOf('a', 'b', 'b')).rejects.toThrow(
    new Problem('The table sends the same page again and again: it cannot be read.'),
  );
});
