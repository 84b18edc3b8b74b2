import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { newPlantFields } from '../../../functions/create-plant/contract.generated.ts';
import { newPlantOf } from '../../../functions/create-plant/plant.ts';
import { type AddPlant, plantStore } from '../../../functions/create-plant/plant-store.ts';
import { documentClient } from '../../../functions/shared/document-client.ts';
import { startDynamodb } from '../../embedded-dynamodb.ts';

const dynamodb = await startDynamodb();
afterAll(dynamodb.stop);
// The client's own time limits never end, however busy the machine is.
vi.useFakeTimers({ toFake: ['setTimeout'] });
const store = plantStore(documentClient({ maxAttempts: 1 }), 'Plants');
function add(plant: Parameters<AddPlant>[0]) {
  return store(plant, new AbortController().signal);
}
async function read(id: bigint) {
  const Key = { id: { N: id.toString() } };
  const { Item } = await new DynamoDBClient().send(
    new GetItemCommand({ TableName: 'Plants', Key }),
  );
  return Item;
}

describe('plantStore', () => {
  it.each([
    [0n, {}, {}],
    [2n ** 63n - 1n, { tag: '' }, { tag: { S: '' } }],
    [-(2n ** 63n), { tag: 'indoor' }, { tag: { S: 'indoor' } }],
  ])('stores the id %s digit for digit, and of %o the item has %o', async (id, tag, stored) => {
    await add({ id, name: 'Fern', ...tag });
    expect(await read(id)).toEqual({ id: { N: id.toString() }, name: { S: 'Fern' }, ...stored });
  });

  /** Each field of the contract but the key: without it, with a value, and with another value. */
  const names = newPlantFields.filter((name) => name !== 'id');
  const values = [undefined, '', 'Fern'];
  const changes = names.flatMap((name) =>
    values.flatMap((first) =>
      values.filter((second) => second !== first).map((second) => ({ name, first, second })),
    ),
  );
  const before = Object.fromEntries(newPlantFields.map((name) => [name, 'the same']));

  it.each(changes)('refuses $second after $first in $name', async ({ name, first, second }) => {
    const id =
      100n + BigInt(changes.findIndex((change) => change.name === name && change.first === first));
    const plant = (value: unknown) => newPlantOf({ ...before, id, [name]: value } as never);
    await add(plant(first));
    const stored = await read(id);
    await expect(add(plant(second))).rejects.toMatchObject({ kind: 'idTaken' });
    await add(plant(first));
    expect(await read(id)).toEqual(stored);
  });

  it('stores the largest plant, and sends none that is larger', async () => {
    const name = 'x'.repeat(400 * 1024 - 'idname'.length - 3);
    await add({ id: 40n, name });
    expect((await read(40n))?.['name']).toEqual({ S: name });
    await expect(add({ id: 41n, name: `${name}x` })).rejects.toMatchObject({
      kind: 'tooLarge',
      message: 'the plant is larger than 409600 bytes',
    });
  });

  it('writes nothing after its signal has aborted', async () => {
    const signal = AbortSignal.abort();
    await expect(store({ id: 50n, name: 'Fern' }, signal)).rejects.toThrow();
    expect(await read(50n)).toBeUndefined();
  });
});
