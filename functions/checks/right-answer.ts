import { isDeepStrictEqual } from 'node:util';
import type { TableCall } from './aws.ts';

/**
 * The one plant of a check. No client can use its id today, but a client can have stored a plant there before the id
 * was reserved. That plant stays: the check neither overwrites nor deletes it. Then the right answer to the check is
 * 1004, which still shows that the function reads the table.
 */
export function ownPlant(id: string, plants: TableCall) {
  const own = { name: 'probe', tag: 'always the same' };
  const fields = Object.entries(own);
  const Key = { id: { N: id } };
  const stored = { ...Key, ...Object.fromEntries(fields.map(([name, S]) => [name, { S }])) };
  const same = fields.map(([name]) => `#${name} = :${name}`).join(' AND ');
  return {
    // Not the whole by JSON.stringify, which would round the id.
    sent: `{"id":${id},${JSON.stringify(own).slice(1)}`,
    added: `200 ${JSON.stringify(own)}`,
    taken: `400 {"error":1004,"message":"another plant has the id ${id}"}`,
    stored,
    read: async () => (await plants('GetItem', { Key, ConsistentRead: true })).Item,
    isOfClient: (item: unknown) => item !== undefined && !isDeepStrictEqual(item, stored),
    /** Deletes no other plant. Succeeds without a plant, because a call is repeated if its answer is lost. */
    remove: () =>
      plants('DeleteItem', {
        Key,
        ConditionExpression: `attribute_not_exists(id) OR (${same})`,
        ExpressionAttributeNames: Object.fromEntries(fields.map(([name]) => [`#${name}`, name])),
        ExpressionAttributeValues: Object.fromEntries(
          fields.map(([name, S]) => [`:${name}`, { S }]),
        ),
      }),
  };
}

/** Throws if a check got another answer than the right one. */
export function expectSame(check: string, got: unknown, right: unknown): void {
  if (isDeepStrictEqual(got, right)) return;
  throw new Error(`${check}: expected ${JSON.stringify(right)}, got ${JSON.stringify(got)}`);
}
