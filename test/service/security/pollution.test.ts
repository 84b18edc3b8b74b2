import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { createPlant } from '../../../functions/create-plant/create-plant.ts';
import type { AddPlant } from '../../../functions/create-plant/plant-store.ts';
import { context, createPlantEvent } from '../../events.ts';
import { testGateway } from '../../infra/local/gateway/test-gateway.ts';

const info = vi.spyOn(console, 'info').mockImplementation(() => {});
afterAll(() => info.mockRestore());

/** All keys and values of the prototypes, in one list. */
function shape(): unknown[] {
  return [Object, Array, Function, String, Number, Map]
    .flatMap(({ prototype }) => Object.entries(Object.getOwnPropertyDescriptors(prototype)))
    .flatMap(([key, { value, get, set }]) => [key, value, get, set]);
}
const before = shape();

afterEach(() => {
  const after = shape();
  expect(after).toHaveLength(before.length);
  expect(after.filter((one, index) => !Object.is(one, before[index]))).toEqual([]);
});

const add = vi.fn<AddPlant>(async () => {});
async function create(body: string) {
  add.mockClear();
  const answer = await createPlant(add)(createPlantEvent(body), context());
  return { status: answer.statusCode, body: JSON.parse(String(answer.body)) };
}

/** One body per line. */
const forbidden = String.raw`
{"__proto__":{"polluted":true}}
{"id":1,"name":"x","__proto__":{"polluted":true}}
{"id":1,"name":"x","__proto__":"text"}
{"id":1,"name":"x","\u005f\u005fproto\u005f\u005f":{"polluted":true}}
{"id":1,"name":"x","a":[[{"b":{"__proto__":{"polluted":true}}}]]}
[{"__proto__":{"polluted":true}}]
{"id":1,"name":{"__proto__":{"polluted":true}}}
{"id":{"__proto__":{"valueOf":1}},"name":"x"}
{"__proto__":{"id":1,"name":"x"}}
{"id":1,"name":"x","constructor":{"prototype":{"polluted":true}}}
{"id":1,"name":"x","constr\u0075ctor":{"protot\u0079pe":{"polluted":true}}}
{"id":1,"__proto__":{"polluted":true},"name":"x","__proto__":{}}`
  .trim()
  .split('\n');

/** Keys that mean something to other objects, but not to those that are built here. */
const harmless = [
  ...['constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', 'toJSON', 'then'],
  ...['__defineGetter__', '__lookupGetter__', 'length', 'isBase64Encoded', '$ref', '__proto'],
  ...['requestContext', 'proto__', '__PROTO__', '__proto__ ', '__proto__[polluted]'],
];

describe('a body', () => {
  it.each(forbidden)('%s is refused, and nothing is stored', async (body) => {
    expect(await create(body)).toEqual({
      status: 400,
      body: { error: 1001, message: 'the body carries a forbidden key' },
    });
    expect(add).not.toHaveBeenCalled();
  });

  it.each(harmless)('with a plant and the key %s stores only the plant', async (key) => {
    // Such names are also harmless as texts.
    const fields = { name: '__proto__', tag: key };
    const answer = await create(JSON.stringify({ id: 1, ...fields, [key]: 'text' }));
    expect(answer).toEqual({ status: 200, body: fields });
    const [[plant] = []] = add.mock.calls;
    expect(Reflect.ownKeys(plant ?? {})).toEqual(['id', 'name', 'tag']);
    expect(Object.getPrototypeOf(plant)).toBe(Object.prototype);
  });
});

describe('a request', () => {
  it.each([
    ['its query', '?__proto__=polluted&__proto__[polluted]=1&constructor.prototype=1', []],
    ['its headers', '', ['__proto__', 'polluted', 'constructor', '1', 'toString', '1']],
    ['its cookies', '', ['Cookie', '__proto__=polluted; constructor=1']],
  ])('with such names in %s does not change another request', async (_, query, headers) => {
    const gateway = await testGateway();
    const authorized = ['Authorization', 'Bearer foo'];
    const polluted = { path: `/plants${query}`, headers: [...authorized, ...headers] };
    expect(await gateway.send(polluted)).toMatchObject({ status: 200 });
    await gateway.send({ headers: authorized });
    const [, plain] = gateway.events.Create;
    expect(JSON.stringify(plain)).not.toMatch(/polluted|constructor|__proto__/);
  });

  it('is refused by an authorizer whose answer is polluted', async () => {
    const decision = JSON.parse('{"__proto__":{"isAuthorized":true}}');
    const gateway = await testGateway({ authorize: () => decision });
    expect(await gateway.send()).toMatchObject({ status: 500 });
    expect(gateway.events.Create).toEqual([]);
  });
});
