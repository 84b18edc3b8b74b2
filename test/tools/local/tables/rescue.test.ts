import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { rescueData } from '../../../../tools/local/local.ts';
import { rescueTables } from '../../../../tools/local/tables/rescue.ts';
import { checksumOf, openDatabase } from '../../../../tools/local/tables/sqlite.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';

const entries = new Map(
  Array.from({ length: 3_000 }, (_, id) => [
    `item-Plants~${String((id * 7919) % 3_000).padStart(4, '0')}`,
    `{"id":"${id}","name":"${'fern '.repeat(40)}"}`,
  ]),
);
const pageBytes = 4096;

/** A folder of these entries, with other bytes in its file. */
function damagedFolder(damage: (file: Buffer) => void): string {
  const folder = temporaryFolder();
  const database = openDatabase(folder);
  const write = database.prepare('INSERT INTO entries VALUES (?, ?, ?)');
  database.exec('BEGIN');
  for (const [key, value] of entries) write.run(key, value, checksumOf(key, value));
  database.exec('COMMIT');
  database.close();
  const file = join(folder, 'tables.sqlite');
  const bytes = readFileSync(file);
  damage(bytes);
  writeFileSync(file, bytes);
  return folder;
}

function emptyPages(...numbers: number[]) {
  return (file: Buffer) => {
    for (const number of numbers) file.fill(0, number * pageBytes, (number + 1) * pageBytes);
  };
}
function changeText(file: Buffer) {
  file.write('f?rn', file.lastIndexOf('fern'));
}

it.each<[string, (file: Buffer) => void, number, RegExp[]]>([
  ['an entry', changeText, 2_999, [/^the entry item-Plants~\d{4}$/]],
  ['a page', emptyPages(40), 2_900, [/^all between item-Plants~\d{4} and item-Plants~\d{4}$/]],
  ['two pages', emptyPages(40, 120), 2_800, [/^all between /, /^all between /]],
  [
    'all',
    (file) => void file.fill(0, 2 * pageBytes),
    0,
    [/^all between the first key and the last key$/],
  ],
])('saves all that is not damaged, and names the rest: %s', (_, damage, least, lost) => {
  const from = damagedFolder(damage);
  const before = readFileSync(join(from, 'tables.sqlite'), 'latin1');
  expect(() => openDatabase(from)).toThrow('its file tables.sqlite is damaged');
  const to = temporaryFolder();
  const rescue = rescueTables(from, to);
  const database = openDatabase(to);
  const rows = database.prepare('SELECT key, value FROM entries').all();
  database.close();
  expect(readdirSync(to)).toEqual(['tables.sqlite']);
  expect(rescue).toEqual({
    saved: rows.length,
    lost: lost.map((what) => expect.stringMatching(what)),
  });
  expect(rows.length).toBeGreaterThanOrEqual(least);
  for (const { key, value } of rows) expect(entries.get(String(key))).toBe(value);
  expect(readFileSync(join(from, 'tables.sqlite'), 'latin1')).toEqual(before);
});

it('refuses no tables, tables that are whole, and a folder that has other files', async () => {
  const none = temporaryFolder();
  await expect(rescueData(none, none)).rejects.toThrow(`The folder ${none} has no tables.`);
  const whole = damagedFolder(() => {});
  expect(() => rescueTables(whole, temporaryFolder())).toThrow(`The tables in ${whole} are whole.`);
  const other = temporaryFolder();
  mkdirSync(join(other, 'other'));
  expect(() => rescueTables(damagedFolder(changeText), other)).toThrow(
    `The folder ${other} is not empty.`,
  );
});
