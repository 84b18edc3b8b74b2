import { stripTypeScriptTypes } from 'node:module';
import { expect, it } from 'vitest';
import { apiOf } from '../../../tools/contract/api.ts';
import { clientCode } from '../../../tools/contract/client-code.ts';
import { contractText, readContract } from '../../../tools/contract/contract.ts';

const items = '{ type: object, required: [kind, wild], properties: {';
const kinds = 'kind: { type: string, enum: [a, b] }, wild: { type: boolean }, size: { type: array,';
const sizes =
  'items: { type: number, minimum: 0, maximum: 1 } }, count: { type: integer, format: int32 } } }';
const openapi = contractText().replace(
  /(tag:(\n +))type: string/,
  `$1type: array$2items: ${items} ${kinds} ${sizes}`,
);
const code = clientCode(apiOf(readContract(openapi.replace(/(required: )\[id\]/, '$1[]'))));

it('has a type for each kind of value', () => {
  expect(code.replaceAll(/\/\*\*.*?\*\/|\s+/g, ' ').replaceAll(/ +/g, ' ')).toContain(
    'readonly tag?: readonly ({ readonly kind: "a" | "b"; readonly wild: boolean; ' +
      'readonly size?: readonly (number)[] | undefined; readonly count?: number | undefined; })[] | undefined; };',
  );
  expect(code).toContain("fields: { id: 'int64?', name: 'string', tag: 'array?' },");
});

it('checks each field of an answer, and takes values that a later service can have', async () => {
  const file = `data:text/javascript,${encodeURIComponent(stripTypeScriptTypes(code))}`;
  const { isAnswer } = (await import(file)).createPlant;
  const one = { kind: 'c', wild: true };
  const right = [{}, { more: 1 }, { tag: [] }, { tag: [one, { ...one, size: [7], count: 1 }] }];
  const kinds = [{}, { ...one, kind: 7 }, { ...one, wild: 'no' }, { ...one, size: ['1'] }, null];
  const wrong = [{ tag: {} }, ...kinds.map((item) => ({ tag: [item] })), { name: 7 }];
  expect(right.map((plant) => isAnswer({ name: 'Fern', ...plant }))).toEqual(right.map(() => true));
  expect(wrong.map((plant) => isAnswer({ name: 'Fern', ...plant }))).toEqual(
    wrong.map(() => false),
  );
  expect([null, 'Fern', {}].map(isAnswer)).toEqual([false, false, false]);
});
