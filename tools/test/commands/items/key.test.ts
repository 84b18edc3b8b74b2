import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { readKey } from '../../../commands/items/key.ts';
import { readKeyFile } from '../../../commands/items/key-file.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';

const number = { key: 'id', type: 'N' } as const;
const text = { key: 'isbn', type: 'S' } as const;

it.each([
  ['7', 7n],
  ['-9223372036854775808', -(2n ** 63n)],
  ['9223372036854775807', 2n ** 63n - 1n],
  ['9007199254740993', 9007199254740993n],
])('reads each digit of the number %s', (word, key) => {
  expect(readKey(word, number)).toBe(key);
});

it.each(['9223372036854775808', '1.0', '1e3', '0x7', ' 7', '7n', 'seven', '', '--7'])(
  'refuses %j as a number',
  (word) => {
    expect(() => readKey(word, number)).toThrow(/^".*" is no id: .+\.$/);
  },
);

it('reads a text as it is', () => {
  expect(readKey(' 007 ', text)).toBe(' 007 ');
  expect(() => readKey('', text)).toThrow(/\bisbn\b/);
});

const folder = temporaryFolder();

function keysIn(content: string, rule: typeof number | typeof text) {
  vi.stubEnv('INIT_CWD', folder);
  writeFileSync(join(folder, 'keys.txt'), content);
  return readKeyFile('keys.txt', rule);
}

it.each(['7\n-8\n', '7\n-8', '\ufeff7\r\n-8\r\n', ' 7 \n\n\t-8\n\n', '7\r\n-8'])(
  'finds each number in %j',
  (content) => {
    expect(keysIn(content, number)).toEqual([7n, -8n]);
  },
);

it('finds each text, and keeps its spaces', () => {
  expect(keysIn('a b\r\n c\n\nd', text)).toEqual(['a b', ' c', 'd']);
});

it.each([
  ['7\n8,9\n', /^Line 2 of keys\.txt\b.*\bid\b/],
  ['7\n\n"8"', /^Line 3 of keys\.txt\b.*\bid\b/],
  ['\n \n', /^keys\.txt\b.*\bid\b/],
  ['', /^keys\.txt\b.*\bid\b/],
])('refuses all of %j', (content, sentence) => {
  expect(() => keysIn(content, number)).toThrow(sentence);
});
