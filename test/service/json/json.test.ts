import { expect, it, vi } from 'vitest';
import { createPlant } from '../../../functions/create-plant/create-plant.ts';
import { context, createPlantEvent } from '../../events.ts';

vi.spyOn(console, 'info').mockImplementation(() => {});
const handle = createPlant(async () => {});

async function codeOf(body: string, isBase64Encoded = false): Promise<number> {
  const answer = await handle(createPlantEvent(body, { isBase64Encoded }), context());
  return answer.statusCode === 200 ? 200 : JSON.parse(answer.body).error;
}

function base64(bytes: string | readonly number[]): string {
  return Buffer.from(bytes as string).toString('base64');
}

/** Texts from RFC 8259 on which parsers disagree, with the answer of this service. */
const texts: Readonly<Record<string, readonly [code: number, ...texts: string[]]>> = {
  'white space is space, tab, line feed and carriage return': [
    200,
    ' \t\r\n{"id":1,"name":"x"} \n',
  ],
  'other spaces are refused': [1001, '\u00a0{}', '[\v1]', '\u2028{}', '{}\0', '\u200b1'],
  'a byte order mark is refused': [1001, '\ufeff{"id":1,"name":"x"}', '\ufeff'],
  'one text holds one value': [1001, '{}{}', '1 2', '{}//', '{"id":1,"name":"x"};'],
  'names and comments are not JSON': [
    1001,
    'NaN',
    '-Infinity',
    'undefined',
    '{a:1}',
    "{'a':1}",
    '[/**/]',
  ],
  'a comma stands only between values': [1001, '{"id":1,"name":"x",}', '[,1]', '[1,,2]'],
  'numbers have no other form': [
    1001,
    '{"id":01}',
    '{"id":+1}',
    '{"id":1.}',
    '{"id":.1}',
    '{"id":0x1}',
    '{"id":1n}',
    '{"id":1_0}',
  ],
  'an id of any spelling is one integer': [
    200,
    '{"id":-0,"name":"x"}',
    '{"id":1E+2,"name":"x"}',
    '{"id":100e-2,"name":"x"}',
  ],
  'a huge exponent is refused at once': [
    1003,
    '{"id":1e400,"name":"x"}',
    '{"id":1e999999999,"name":"x"}',
  ],
  'a number that is not the id can have any size': [
    200,
    '{"id":1,"name":"x","a":1e400}',
    `{"id":1,"name":"x","a":${'9'.repeat(400)}}`,
  ],
  'control characters in a string are escaped': [
    1001,
    '{"name":"\n"}',
    '"\0"',
    '"\u001f"',
    '{"a\t":1}',
  ],
  'other escapes are refused': [1001, '"\\x41"', '"\\u{41}"', '"\\u004"', '"\\a"', '"\\\'"'],
  'a lone surrogate is not text': [
    1003,
    '{"id":1,"name":"\\ud800"}',
    '{"id":1,"name":"\\udc00\\ud800"}',
  ],
  'a surrogate pair is text': [200, '{"id":1,"name":"\\ud83c\\udf3f"}'],
  'the last of repeated names counts': [200, '{"id":"no","name":7,"id":1,"name":"x"}'],
  'names that reach a prototype are refused': [
    1001,
    '{"id":1,"name":"x","__proto__":null}',
    '{"\\u005f_proto__":{}}',
    '{"a":{"constructor":{"prototype":{}}}}',
  ],
};

it.each(Object.entries(texts))('%s', async (_, [code, ...bodies]) => {
  for (const body of bodies) {
    expect(await codeOf(body), body.slice(0, 60)).toBe(code);
    expect(await codeOf(base64(body), true), body.slice(0, 60)).toBe(code);
  }
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
  expect(await codeOf(base64([0x22, ...bytes, 0x22]), true)).toBe(1001);
});
