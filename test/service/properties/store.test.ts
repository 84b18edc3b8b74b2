import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import fc from 'fast-check';
import { afterAll, expect, vi } from 'vitest';
import { createPlant } from '../../../functions/create-plant/create-plant.ts';
import { plantStore } from '../../../functions/create-plant/plant-store.ts';
import { documentClient } from '../../../functions/shared/document-client.ts';
import { startDynamodb } from '../../embedded-dynamodb.ts';
import { context, createPlantEvent } from '../../events.ts';
import { anyCharacter } from './any-character.ts';
import { property } from './property.ts';

vi.spyOn(console, 'info').mockImplementation(() => {});
const dynamodb = await startDynamodb();
afterAll(dynamodb.stop);
const handle = createPlant(plantStore(documentClient({ maxAttempts: 3 }), 'Plants'));
const direct = new DynamoDBClient({ endpoint: dynamodb.url });

async function read(id: bigint) {
  const Key = { id: { N: `${id}` } };
  return (await direct.send(new GetItemCommand({ TableName: 'Plants', Key }))).Item;
}

/** Different ways to write the same integer in JSON. */
const spellings: ((id: bigint) => string)[] = [
  (id) => `${id}`,
  (id) => `${id}.0`,
  (id) => `${id}.000e0`,
  (id) => `${id * 1000n}E-3`,
  (id) =>
    id === 0n
      ? '-0'
      : `${id}`.replace(/^(-?\d)(\d*)$/, (_, first, rest) => `${first}.${rest}0e${rest.length}`),
];

const text = fc.string({ unit: anyCharacter, size: 'medium' });
const plant = fc.record({
  id: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  name: text,
  tag: fc.option(text, { nil: undefined }),
  spelling: fc.constantFrom(...spellings),
  asBase64: fc.boolean(),
});

/** What the table must hold: the first plant of each id. */
const stored = new Map<bigint, object>();

property(
  'a plant is stored and read exactly as it was sent: any Unicode, any int64 however written',
  plant,
  async ({ id, name, tag, spelling, asBase64 }) => {
    const sent = { name, ...(tag !== undefined && { tag }) };
    const json = `{"id":${spelling(id)},${JSON.stringify(sent).slice(1)}`;
    const body = asBase64 ? Buffer.from(json).toString('base64') : json;
    const event = createPlantEvent(body, { isBase64Encoded: asBase64 });
    const { statusCode, body: answer } = await handle(event, context());

    const item = {
      id: { N: `${id}` },
      name: { S: name },
      ...(tag !== undefined && { tag: { S: tag } }),
    };
    const first = stored.get(id) ?? item;
    stored.set(id, first);
    expect(await read(id)).toEqual(first);
    const same = JSON.stringify(first) === JSON.stringify(item);
    expect({ statusCode, answer: JSON.parse(answer) }).toEqual(
      same
        ? { statusCode: 200, answer: sent }
        : { statusCode: 400, answer: { error: 1004, message: `another plant has the id ${id}` } },
    );
  },
);
