import { isDeepStrictEqual } from 'node:util';
import type { TableCall } from './aws.ts';

/**
 * The one plant of a check. No client can use its id today, but a client can have stored a plant there before the id
 * was reserved. That plant stays: the check neither overwrites nor deletes it. Then the right answer to the check is
 * 1004, which still shows that the function reads the table.
 */
export function ownPlant(id: string, plants: TableCall) {
  const [name, tag] = ['probe', 'always the same'];
  const Key = { id: { N: id } };
  const stored = { ...Key, name: { S: name }, tag: { S: tag } };
  return {
    // Not by JSON.stringify, which would round the id.
    sent: `{"id":${id},"name":"${name}","tag":"${tag}"}`,
    added: `200 ${JSON.stringify({ name, tag })}`,
    taken: `400 {"error":1004,"message":"another plant has the id ${id}"}`,
    stored,
    read: async () => (await plants('GetItem', { Key, ConsistentRead: true })).Item,
    isOfClient: (item: unknown) => item !== undefined && !isDeepStrictEqual(item, stored),
    /** Deletes no other plant. Succeeds without a plant, because a call is repeated if its answer is lost. */
    remove: () =>
      plants('DeleteItem', {
        Key,
        ConditionExpression: 'attribute_not_exists(id) OR (#name = :name AND #tag = :tag)',
        ExpressionAttributeNames: { '#name': 'name', '#tag': 'tag' },
        ExpressionAttributeValues: { ':name': stored.name, ':tag': stored.tag },
      }),
  };
}

/** Throws if a check got another answer than the right one. */
export function expectSame(check: string, got: unknown, right: unknown): void {
  if (isDeepStrictEqual(got, right)) return;
  throw new Error(`${check}: expected ${JSON.stringify(right)}, got ${JSON.stringify(got)}`);
}
