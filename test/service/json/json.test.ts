import { describe, expect, it, vi } from 'vitest';
import { createPlant } from '../../../functions/create-plant/create-plant.ts';
import { context, createPlantEvent } from '../../events.ts';

vi.spyOn(console, 'info').mockImplementation(() => {});
const handle = createPlant(async () => {});

async function codeOf(body: string, isBase64Encoded = false): Promise<number> {
  const answer = await handle(createPlantEvent(body, { isBase64Encoded }), context());
  return answer.statusCode === 200 ? 200 : JSON.parse(answer.body).error;
}

// Texts from RFC 8259 on which parsers disagree, by the code of their answer. test/service/api/cases.ts has more of them.
const texts: Readonly<Record<number, readonly string[]>> = {
  1001: [
    ...['\u00a0{}', '[\v1]', '\u2028{}', '{}\0', '\u200b1', '\ufeff'],
    ...['1 2', '{}//', '{"id":1,"name":"x"};', '{"id":1,"name":"x",}', '[,1]', '[1,,2]'],
    ...['NaN', '-Infinity', 'undefined', '{a:1}', "{'a':1}", '[/**/]'],
    ...[
      '{"id":01}',
      '{"id":+1}',
      '{"id":1.}',
      '{"id":.1}',
      '{"id":0x1}',
      '{"id":1n}',
      '{"id":1_0}',
    ],
    ...['{"name":"\n"}', '"\0"', '"\u001f"', '{"a\t":1}'],
    ...['"\\x41"', '"\\u{41}"', '"\\u004"', '"\\a"', '"\\\'"'],
  ],
  1003: ['{"id":1,"name":"\\udc00\\ud800"}'],
  200: [
    ...['{"id":-0,"name":"x"}', '{"id":1E+2,"name":"x"}', '{"id":100e-2,"name":"x"}'],
    ...['{"id":1,"name":"x","a":1e400}', `{"id":1,"name":"x","a":${'9'.repeat(400)}}`],
    ...['{"id":1,"name":"\\ud83c\\udf3f"}', '{"id":"no","name":7,"id":1,"name":"x"}'],
  ],
};

describe.each(Object.entries(texts))('is answered %s', (code, bodies) => {
  it.each(bodies.map((body) => [JSON.stringify(body).slice(0, 60), body]))(
    '%s',
    async (_, body) => {
      expect(await codeOf(body)).toBe(Number(code));
      expect(await codeOf(Buffer.from(body).toString('base64'), true)).toBe(Number(code));
    },
  );
});

it.each([
  ['a continuation only', [0x80]],
  ['two of three bytes', [0xe8, 0x95]],
  ['a slash in two bytes', [0xc0, 0xaf]],
  ['a surrogate', [0xed, 0xa0, 0x80]],
  ['a code beyond U+10FFFF', [0xf4, 0x90, 0x80, 0x80]],
  ['Latin-1', [0x46, 0xe4, 0x72, 0x6e]],
  ['UTF-16', [0xff, 0xfe, 0x31, 0x00]],
])('refuses %s, which is not UTF-8', async (_, bytes) => {
  expect(await codeOf(Buffer.of(0x22, ...bytes, 0x22).toString('base64'), true)).toBe(1001);
});
