import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { example } from '../../../../test/examples.ts';
import type { Item } from '../../../shared/stored-items/table.ts';
import { atOnce } from '../../../shared/stored-items/work.ts';
import { exampleItem, exampleKey, keyOf, tableName } from '../../setup/contract.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';
import { items, itemsOf, put, refuseFourthDeletion, sorted } from './run-items.ts';

/** A file as find writes it. */
function fileOf(...found: readonly Item[]): string {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'found.jsonl'),
    found.map((item) => `${JSON.stringify(item)}\n`).join(''),
  );
  return folder;
}

const changed = { ...exampleItem(3), remark: { S: 'changed since' } };

it('deletes what was found and left in the file, unless it was changed, and brings it back', async () => {
  const [one, two, wasThree, kept] = [1, 2, 3, 4].map((number) => exampleItem(number));
  const found = [one, two, wasThree] as Item[];
  await put(tableName, one as Item, two as Item, changed, kept as Item);
  const before = await itemsOf(tableName);
  const folder = fileOf(...found);
  const file = join(folder, 'found.jsonl');
  // An editor can leave out the end of the last line.
  writeFileSync(file, readFileSync(file, 'utf8').trimEnd());

  const { code, stdout, stderr } = await items(folder, 'delete', '--found', 'found.jsonl');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ kept: exampleKey(3) });
  expect(await itemsOf(tableName)).toEqual(sorted([changed, kept as Item]));
  const again = await items(folder, 'delete', '--found', 'found.jsonl');
  expect(again.code).toBe(0);

  const [, undo = ''] = / -- (undo .+?) --data /.exec(stderr) ?? [];
  const undone = await items(folder, ...undo.split(' '));
  expect(undone.code).toBe(0);
  expect(JSON.parse(undone.stdout)).toMatchObject({ kept: exampleKey(3) });
  expect(await itemsOf(tableName)).toEqual(before);
});

it('deletes one item by its key, keeps it in a file, and brings it back from there', async () => {
  await put(tableName, exampleItem(7));
  const before = await itemsOf(tableName);
  const folder = temporaryFolder();
  const { code, stderr } = await items(folder, 'delete', keyOf(example(7)));
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(await itemsOf(tableName)).toEqual(before.filter((item) => !isOf(item, 7)));
  const [file = ''] = readdirSync(folder);
  expect(JSON.parse(readFileSync(join(folder, file), 'utf8'))).toEqual(exampleItem(7));
  expect(await items(folder, 'undo', file)).toMatchObject({ code: 0, stdout: '' });
  expect(await itemsOf(tableName)).toEqual(before);
});

function isOf(item: Item, number: number): boolean {
  return Object.entries(exampleKey(number)).every(
    ([name, value]) => JSON.stringify(item[name]) === JSON.stringify(value),
  );
}

it('stops at a failure, says what was done, and does the rest when it is started again', async () => {
  const numbers = Array.from({ length: atOnce + 15 }, (_, index) => 200 + index);
  const found = numbers.map((number) => exampleItem(number));
  await put(tableName, ...found);
  const others = (await itemsOf(tableName)).filter(
    (item) => !numbers.some((one) => isOf(item, one)),
  );
  const folder = fileOf(...found);
  await refuseFourthDeletion();
  const { code, stderr } = await items(folder, 'delete', '--found', 'found.jsonl');
  expect(code).toBe(1);
  const left = (await itemsOf(tableName)).length - others.length;
  // Those that were on their way, and no more.
  expect(left).toBeGreaterThan(10);
  const done = numbers.length - left;
  expect(stderr).toMatch(RegExp(`\\b${done}\\b.*\\n.*\\bAccessDenied.*\\n.*\\bagain\\b`));
  const again = await items(folder, 'delete', '--found', 'found.jsonl');
  expect(again).toMatchObject({ code: 0, stdout: '' });
  expect(await itemsOf(tableName)).toEqual(others);
});

it.each([
  ['-5', 1, /-5/],
  ['', 2, /--help/],
  ['--found=none.jsonl', 2, /^none\.jsonl\b.*\.$/],
  ['--found=cut.jsonl', 2, /^Line 2 of cut\.jsonl\b.*\.$/],
])('refuses delete %s with one sentence, and deletes nothing', async (word, code, sentence) => {
  const whole = exampleItem(300);
  await put(tableName, whole);
  const before = await itemsOf(tableName);
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'cut.jsonl'), `${JSON.stringify(whole)}\n{"id`);
  expect(await items(folder, 'delete', ...[word].filter(Boolean))).toEqual({
    code,
    stdout: '',
    stderr: expect.stringMatching(sentence),
  });
  expect(await itemsOf(tableName)).toEqual(before);
  expect(readdirSync(folder)).toEqual(['cut.jsonl']);
});

it('follows only a stack', async () => {
  const folder = temporaryFolder();
  const { code, stderr } = await items(folder, 'follow');
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/--stack\b.*\.$/) });
  expect(readdirSync(folder)).toEqual([]);
});
