import fc from 'fast-check';
import { expect, vi } from 'vitest';
import { createPlant } from '../../../functions/create-plant/create-plant.ts';
import { context, createPlantEvent } from '../../events.ts';
import { anyCharacter } from './any-character.ts';
import { type Json, jsonBody, textOf } from './json-body.ts';
import { wrongFields } from './new-plant-oracle.ts';
import { property } from './property.ts';

vi.spyOn(console, 'info').mockImplementation(() => {});
const handle = createPlant(async () => {});

async function answerTo(bytes: Uint8Array | string, isBase64Encoded: boolean) {
  const body = Buffer.from(bytes).toString(isBase64Encoded ? 'base64' : 'utf8');
  const { statusCode, body: answer } = await handle(
    createPlantEvent(body, { isBase64Encoded }),
    context(),
  );
  return { status: statusCode, ...JSON.parse(answer) };
}

async function refused(body: Json, wrong: string[], asBase64: boolean): Promise<void> {
  const { status, error, message } = await answerTo(textOf(body), asBase64);
  expect({ status, error }).toEqual({ status: 400, error: 1003 });
  const told = message
    .split('; ')
    .map((clause: string) => clause.replace('the ', '').split(' ')[0]);
  expect(told).toEqual(wrong);
}

property(
  'what is a NewPlant, and which fields are wrong, is decided as an independent oracle does',
  fc.tuple(jsonBody, fc.boolean()),
  async ([body, asBase64]) => {
    const wrong = wrongFields(body);
    if (wrong.length > 0) return refused(body, wrong, asBase64);
    expect(await answerTo(textOf(body), asBase64)).toMatchObject({ status: 200 });
  },
);

property(
  'a JSON body that is no NewPlant is refused with 1003, and its fields named',
  fc.tuple(
    jsonBody.filter((body) => wrongFields(body).length > 0),
    fc.boolean(),
  ),
  ([body, asBase64]) => refused(body, wrongFields(body), asBase64),
);

/** The bytes of a valid body with a few of them replaced, or random bytes. */
const anyBytes = fc.oneof(
  fc.uint8Array({ maxLength: 64 }),
  fc
    .record({
      at: fc.oneof(fc.constant(0), fc.nat(40)),
      removed: fc.nat(4),
      inserted: fc.oneof(fc.uint8Array({ maxLength: 4 }), fc.constant(Buffer.from('\ufeff'))),
    })
    .map(({ at, removed, inserted }) => {
      const valid = [...Buffer.from('{"id": -7, "name": "Fern 蕨", "tag": ""}')];
      valid.splice(at, removed, ...inserted);
      return Uint8Array.from(valid);
    }),
);

function isJson(bytes: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
    return true;
  } catch {
    return false;
  }
}

property(
  'any bytes are answered: with 1001 just where they are no JSON',
  anyBytes,
  async (bytes) => {
    const { status, error, message } = await answerTo(bytes, true);
    expect(error === 1001).toBe(!isJson(bytes));
    if (status !== 200) {
      expect(status).toBe(400);
      expect([1001, 1003]).toContain(error);
      expect(message).toEqual(expect.any(String));
    }
  },
);

property(
  'any text that is no JSON object is answered with an Error, never with a throw',
  fc.string({ unit: anyCharacter }),
  async (body) => {
    const { status, error } = await answerTo(body, false);
    expect({ status, known: [1001, 1003].includes(error) }).toEqual({ status: 400, known: true });
  },
);
