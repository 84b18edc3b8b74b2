import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { expect, it, onTestFinished } from 'vitest';
import { awsSettings, withDeadline } from '../../../infra/commands/aws-client.ts';

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
