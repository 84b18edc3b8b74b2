import { devNull } from 'node:os';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';

it('a test gets nothing of the user of AWS', () => {
  expect(process.env).not.toHaveProperty('AWS_PROFILE');
  expect(process.env['AWS_CONFIG_FILE']).toBe(devNull);
});

it('a client without an address of this machine fails by the name that it looks up', async () => {
  const listed = new DynamoDBClient({ maxAttempts: 1 }).send(new ListTablesCommand());
  const error: Error = await listed.catch((reason) => reason);
  expect(error.message).toContain('dynamodb.eu-central-1.amazonaws.com');
  // An error of the system has a code.
  expect(error).not.toHaveProperty('code');
});
