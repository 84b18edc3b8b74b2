import { isDeepStrictEqual } from 'node:util';
import { plantOfCheck } from '../shared/own-plants.ts';
import type { TableCall } from './aws.ts';

/**
 * The one plant of a check. No client can use its id today, but a client can have stored a plant there before the id
 * was reserved. That plant stays: the check neither overwrites nor deletes it. Then the right answer to the check is
 * 1004, which still shows that the function reads the table.
 */
export function ownPlant(id: string, plants: TableCall) {
  const own = plantOfCheck(id);
  const { Key, fields } = own;
  const stored = { ...Key, ...fields };
  return {
    ...own,
    stored,
    read: async () => (await plants('GetItem', { Key, ConsistentRead: true })).Item,
    isOfClient: (item: unknown) => item !== undefined && !isDeepStrictEqual(item, stored),
    /** Deletes no other plant. Succeeds without a plant, because a call is repeated if its answer is lost. */
    remove: () => {
      const values = Object.entries(fields);
      const same = values.map(([name]) => `#${name} = :${name}`).join(' AND ');
      return plants('DeleteItem', {
        Key,
        ConditionExpression: `attribute_not_exists(${Object.keys(Key)}) OR (${same})`,
        ExpressionAttributeNames: Object.fromEntries(values.map(([name]) => [`#${name}`, name])),
        ExpressionAttributeValues: Object.fromEntries(
          values.map(([name, value]) => [`:${name}`, value]),
        ),
      });
    },
  };
}

/** Throws if a check got another answer than the right one. */
export function expectSame(check: string, got: unknown, right: unknown): void {
  if (isDeepStrictEqual(got, right)) return;
  throw new Error(`${check}: expected ${JSON.stringify(right)}, got ${JSON.stringify(got)}`);
}
