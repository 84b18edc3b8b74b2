import { createHash } from 'node:crypto';
import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { type AddPlant, plantStore } from '../../../functions/create-plant/plant-store.ts';
import { createDocumentClient } from '../../../functions/dynamodb/document-client.ts';
import type { Caller } from '../../../functions/http/gateway-event.ts';
import { maxPlantBytes, sizeOf } from '../../../functions/http/item-size.ts';
import { bodyPart, exampleItem, exampleKey } from '../../../tools/test/setup/contract.ts';
import { startDynamodb } from '../../../tools/test/setup/embedded-dynamodb.ts';
import { example } from '../../examples.ts';

const dynamodb = await startDynamodb();
afterAll(dynamodb.stop);
// The client's own time limits never end, however busy the machine is.
vi.useFakeTimers({ toFake: ['setTimeout'] });
const documents = createDocumentClient({ maxAttempts: 1 });
const store = plantStore(documents, 'Plants');
function add(plant: Parameters<AddPlant>[0], caller?: Caller) {
  return store(plant, new AbortController().signal, caller);
}
async function readAll(number: number) {
  const get = new GetItemCommand({ TableName: 'Plants', Key: exampleKey(number) });
  return (await new DynamoDBClient().send(get)).Item;
}
async function read(number: number) {
  return bodyPart(await readAll(number));
}

describe('plantStore', () => {
  it('stores the largest plant, and sends none that is larger', async () => {
    const filled = (number: number, filler: string) => ({ ...example(number), filler });
    const filler = 'x'.repeat(maxPlantBytes - sizeOf(filled(40, '')));
    // The bytes of the longest name: 64 characters of four bytes. The embedded DynamoDB counts characters.
    await add(filled(40, filler), { client: 'x'.repeat(256), lastFour: 'wXyZ' });
    const stored = await readAll(40);
    expect(stored).toMatchObject({ ...exampleItem(40), filler: { S: filler } });
    // What a service also stores that changes plants: examples/2-before-changes and examples/3-put add it.
    const changing = {
      createdFrom: { S: createHash('sha256').digest('base64') },
      version: { N: `${2n ** 63n - 1n}` },
    };
    const Item = { ...stored, ...changing };
    await new DynamoDBClient().send(new PutItemCommand({ TableName: 'Plants', Item }));
    await expect(add(filled(41, `${filler}x`))).rejects.toMatchObject({ kind: 'tooLarge' });
  });

  it('keeps who stored a plant first, by which token, and when', async () => {
    const begin = new Date().toISOString();
    await add(example(80), { client: 'nursery', lastFour: 'wXyZ' });
    await add(example(81));
    const end = new Date().toISOString();
    const [first, unknown] = await Promise.all([readAll(80), readAll(81)]);
    const createdAt = first?.['createdAt']?.S ?? '';
    expect(first).toEqual({
      ...exampleItem(80),
      createdBy: { S: 'nursery' },
      lastFour: { S: 'wXyZ' },
      createdAt: { S: createdAt },
    });
    expect([begin, createdAt, end]).toEqual([begin, createdAt, end].toSorted());
    expect(unknown).toEqual({ ...exampleItem(81), createdAt: { S: expect.any(String) } });
    await add(example(80), { client: 'garden', lastFour: '2wXy' });
    expect(await readAll(80)).toEqual(first);
  });

  const taken = { name: 'ConditionalCheckFailedException', $metadata: {} };
  /** Adds a plant to a store that refuses the write, and says this. */
  function addTo(refusal: object) {
    const send = () => Promise.reject(Object.assign(new Error('refused'), taken, refusal));
    return plantStore({ send } as never, 'Plants')(example(), new AbortController().signal);
  }

  it.each([
    ['without an item', {}],
    ['with an empty item', { Item: {} }],
    ['with nothing', { Item: null }],
    ['with the item of another key', { Item: exampleItem(8) }],
  ])('does not know what is stored after a refusal %s', async (_, refusal) => {
    await expect(addTo(refusal)).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('trusts the item of no other error', async () => {
    const other = { name: 'ValidationException', $fault: 'client', Item: exampleItem() };
    await expect(addTo(other)).rejects.toMatchObject({ kind: 'unexpected' });
  });

  it('takes a plant for too large if only the store knows it', async () => {
    const message = 'Item size has exceeded the maximum allowed size';
    const refusal = { name: 'ValidationException', message, $fault: 'client' };
    const cause = expect.objectContaining(refusal);
    await expect(addTo(refusal)).rejects.toMatchObject({ kind: 'tooLarge', cause });
  });

  it('stores a number that only a double can hold', async () => {
    await add({ ...example(60), height: 1e20 } as never);
    expect(await readAll(60)).toMatchObject({ height: { N: '100000000000000000000' } });
  });

  it('writes nothing after its signal has aborted', async () => {
    const signal = AbortSignal.abort();
    await expect(store(example(50), signal)).rejects.toThrow();
    expect(await read(50)).toBeUndefined();
  });
});
