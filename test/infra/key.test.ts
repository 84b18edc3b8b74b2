import type { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { plantStore } from '../../functions/create-plant/plant-store.ts';
import { plant } from '../setup/plants.ts';
import { resourcesOf } from '../setup/synthesized.ts';

// With another key, the condition would always be true, and items would overwrite each other.
it('the condition of a write is on the key of the table', async () => {
  const sent: PutCommand[] = [];
  await plantStore({ send: async (put: PutCommand) => sent.push(put) } as never, 'Plants')(
    plant(),
    new AbortController().signal,
  );
  const { ConditionExpression = '', ExpressionAttributeNames: names } = sent[0]?.input ?? {};
  const [schema] = Object.entries(resourcesOf('AWS::DynamoDB::GlobalTable')).flatMap(
    ([id, { Properties }]) => (id.startsWith('Plants') ? [Properties['KeySchema']] : []),
  );
  expect(ConditionExpression.replace(/#\w+/, (name) => `${names?.[name]}`)).toBe(
    `attribute_not_exists(${Object(schema)[0].AttributeName})`,
  );
});
