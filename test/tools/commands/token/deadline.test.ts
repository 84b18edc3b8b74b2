import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { expect, it, onTestFinished } from 'vitest';
import { withDeadline } from '../../../../tools/commands/token/deadline.ts';
import { startDynamodbProxy } from '../../../dynamodb-proxy.ts';

it('ends a call although each byte of its answer arrives in time', async () => {
  const { url, calls, stop } = await startDynamodbProxy({
    hook: (response) => {
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' });
      const timer = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(timer));
    },
  });
  onTestFinished(stop);
  const client = withDeadline(new DynamoDBClient({ endpoint: url, maxAttempts: 2 }), 1_000);
  onTestFinished(() => client.destroy());
  await expect(client.send(new ListTablesCommand())).rejects.toMatchObject({
    name: 'TimeoutError',
    message: 'There was no complete answer within 1 seconds',
  });
  expect(calls).toHaveLength(2);
});
