import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { expect, it, onTestFinished } from 'vitest';
import { awsSettings, withDeadline } from '../../../infra/commands/aws-client.ts';
import { startDynamodbProxy } from '../../dynamodb-proxy.ts';

it('ends a call although each byte of its answer arrives in time', async () => {
  const { url, calls, stop } = await startDynamodbProxy({
    hook: (response) => {
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' });
      const timer = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(timer));
    },
  });
  onTestFinished(stop);
  const settings = awsSettings({ region: 'eu-central-1', maxAttempts: 2 });
  const client = withDeadline(new DynamoDBClient({ ...settings, endpoint: url }), 200);
  onTestFinished(() => client.destroy());
  await expect(client.send(new ListTablesCommand())).rejects.toMatchObject({
    name: 'TimeoutError',
    message: 'There was no complete answer within 0.2 seconds',
  });
  expect(calls).toHaveLength(2);
});
