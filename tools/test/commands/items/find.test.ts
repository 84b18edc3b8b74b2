import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { addedAttributes } from '../../../../functions/shared/added-attributes.ts';
import { exampleItem, tableName } from '../../setup/contract.ts';
import { slow } from '../../setup/slow.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';
import { items, put, sorted } from './run-items.ts';

const { client, lastFour, time } = addedAttributes;

function stored(number: number, by: string, at: string, text = 'Fern') {
  return { ...exampleItem(number, text), [client]: { S: by }, [time]: { S: `2026-11-20T${at}Z` } };
}

function filesIn(folder: string) {
  return readdirSync(folder).map((file) => {
    const lines = readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean);
    return { file, items: lines.map((line) => JSON.parse(line)) };
  });
}

async function found(...words: readonly string[]) {
  const folder = temporaryFolder();
  expect(await items(folder, 'find', ...words)).toMatchObject({ code: 0, stdout: '' });
  return filesIn(folder).flatMap((file) => file.items);
}

const early = stored(1, 'nursery', '11:59:59.999');
const first = stored(2, 'nursery', '12:00:00.000', '\u2028 "木"');
const last = stored(3, 'forest', '14:29:59.999');
const late = stored(4, 'forest', '14:30:00.000');
await put(tableName, early, first, last, late);

const leaked = { ...stored(5, 'nursery', '12:30:00.000'), [lastFour]: { S: '2wXy' } };

it('finds what a client stored, and what was stored from a time on and before another one', async () => {
  expect(sorted(await found('--client', 'nursery'))).toEqual(sorted([early, first]));
  const [from, to] = [
    ['--from', '2026-11-20T12:00Z'],
    ['--to', '2026-11-20T14:30Z'],
  ];
  expect(sorted(await found(...from, ...to))).toEqual(sorted([first, last]));
  expect(await found('--client', 'nursery', ...from)).toEqual([first]);
  expect(await found('--client', 'forest', ...to)).toEqual([last]);
  expect(await found('--client', 'nobody')).toEqual([]);
  await put(tableName, leaked);
  expect(await found('--last-four', '2wXy', ...from)).toEqual([leaked]);
  expect(await found('--last-four', '2wXy', '--client', 'forest')).toEqual([]);
});

it('finds all in a table of several pages, and writes into a file of its own', slow, async () => {
  const many = Array.from({ length: 6 }, (_, index) =>
    stored(100 + index, 'archive', '10:00:00.000', 'F'.repeat(200_000)),
  );
  await put(tableName, ...many);
  const folder = temporaryFolder();
  const { stderr } = await items(folder, 'find', '--client', 'archive');
  const [before] = filesIn(folder);
  expect(sorted(before?.items ?? [])).toEqual(sorted(many));
  // It says how many there are, and where.
  expect(stderr).toMatch(new RegExp(`\\b6\\b.*\n.*\\b${before?.file}`));
  await items(folder, 'find', '--client', 'forest');
  const after = filesIn(folder);
  expect(after).toHaveLength(2);
  expect(after).toContainEqual(before);
});

it.each([
  [[], /--help/],
  [['--from', '2026-11-20T12:00'], /--from.*\bUTC\b/],
  [['--from', '2026-11-20T12:00Z', '--to', '2026-11-20T12:00Z'], /--to\b.*--from\b/],
  [['--client', 'nursery', 'forest'], /\bforest\b/],
  [['--client', 'nursery', '--found', 'file'], /--found\b/],
])('refuses to find %j, and writes no file', async (words, sentence) => {
  const folder = temporaryFolder();
  const { code, stderr } = await items(folder, 'find', ...words);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(sentence) });
  expect(readdirSync(folder)).toEqual([]);
});
