import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { addedAttributes } from '../../../../functions/shared/added-attributes.ts';
import { example } from '../../../../test/examples.ts';
import { atOnce } from '../../../shared/stored-items/work.ts';
import { exampleItem, keyOf, tableName } from '../../setup/contract.ts';
import { slow } from '../../setup/slow.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';
import { items, itemsOf, put, refuseFourthDeletion, sorted } from './run-items.ts';

function keys(...numbers: readonly number[]): string[] {
  return numbers.map((number) => keyOf(example(number)));
}

function folderWith(content: string): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'erased.txt'), content);
  return folder;
}

const erased = ['erase', '--keys', 'erased.txt'] as const;

/** No test erases it. */
const kept = exampleItem(4);
await put(tableName, kept);

it('erases each item of a file, also if it is started again', async () => {
  await put(tableName, exampleItem(1), exampleItem(2), exampleItem(3));
  const [one, two, three] = keys(1, 2, 3);
  // A line as on Windows, one as elsewhere, and a last one without an end.
  const folder = folderWith(`${one}\r\n${two}\n${three}`);
  for (const _ of ['first', 'again']) {
    expect(await items(folder, ...erased)).toMatchObject({ code: 0, stdout: '' });
    expect(await itemsOf(tableName)).toEqual([kept]);
  }
});

it('stops at a failure, says what was done, and does the rest when it is started again', async () => {
  const numbers = Array.from({ length: atOnce + 15 }, (_, index) => 100 + index);
  await put(tableName, ...numbers.map((number) => exampleItem(number)));
  const folder = folderWith(keys(...numbers).join('\n'));
  await refuseFourthDeletion();
  const { code, stderr } = await items(folder, ...erased);
  expect(code).toBe(1);
  const left = (await itemsOf(tableName)).length - 1;
  // Those that were on their way, and no more.
  expect(left).toBeGreaterThan(10);
  const done = numbers.length - left;
  expect(stderr).toMatch(RegExp(`\\b${done}\\b.*\\n.*\\bAccessDenied.*\\n.*\\bagain\\b`));
  expect(await items(folder, ...erased)).toMatchObject({ code: 0 });
  expect(await itemsOf(tableName)).toEqual([kept]);
});

it('erases nothing if the lines are empty, or the file is missing', async () => {
  const before = await itemsOf(tableName);
  for (const folder of [folderWith('\n\n'), temporaryFolder()]) {
    const { code, stderr } = await items(folder, ...erased);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/^erased\.txt\b/) });
  }
  expect(await itemsOf(tableName)).toEqual(before);
});

const { client, lastFour, time } = addedAttributes;
const past = { N: '1' };
const future = { N: '4102444800' };

function token(digest: string, name: string, more: object) {
  return {
    digest: { S: digest },
    client: { S: name },
    lastFour: { S: 'wXyZ' },
    created: past,
    ...more,
  };
}

it(
  'erases the name of a client, in several pages, and its tokens that are not valid',
  slow,
  async () => {
    const at = { [time]: { S: '2026-11-20T12:00:00.000Z' } };
    const large = (number: number) => ({ ...exampleItem(number, 'F'.repeat(200_000)), ...at });
    const numbers = Array.from({ length: 6 }, (_, index) => 300 + index);
    const other = { ...exampleItem(400), ...at, [client]: { S: 'nursery 2' } };
    await put(tableName, other);
    for (const number of numbers)
      await put(tableName, {
        ...large(number),
        [client]: { S: 'nursery' },
        [lastFour]: { S: '2wXy' },
      });
    const valid = [token('a', 'nursery', {}), token('b', 'nursery', { expires: future })];
    const foreign = token('c', 'nursery 2', { revoked: past });
    const ended = [
      token('d', 'nursery', { revoked: past }),
      token('e', 'nursery', { expires: past }),
      token('f', 'nursery', { expires: future, revoked: past }),
    ];
    await put('Tokens', ...valid, foreign, ...ended);
    const tokensBefore = await itemsOf('Tokens');

    const { code, stderr } = await items(temporaryFolder(), 'erase', '--client', 'nursery');
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stderr).toMatch(/\b6\b[\s\S]*\b3\b.*\b2\b.*\nRevoke\b/);
    const expected = sorted([kept, other, ...numbers.map(large)]);
    expect(isDeepStrictEqual(await itemsOf(tableName), expected)).toBe(true);
    const digests = ended.map(({ digest }) => digest.S);
    expect(await itemsOf('Tokens')).toEqual(
      tokensBefore.filter((one) => !digests.includes(`${one['digest']?.S}`)),
    );
  },
);

it.each([
  [['erase'], /--keys\b.*--client\b/],
  [['erase', '--keys', 'erased.txt', '--client', 'nursery'], /--keys\b.*--client\b/],
])('refuses %j', async (words, sentence) => {
  const before = await itemsOf(tableName);
  expect(await items(folderWith(keys(4).join()), ...words)).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(sentence),
  });
  expect(await itemsOf(tableName)).toEqual(before);
});
