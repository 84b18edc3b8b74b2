import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { rescueData } from '../../../../tools/local/local.ts';
import { rescueTables } from '../../../../tools/local/tables/rescue.ts';
import { checksumOf, openDatabase } from '../../../../tools/local/tables/sqlite.ts';
import { onWindows } from '../../../system.ts';
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
  // So the rescued tables are not smaller.
  database.exec('COMMIT; VACUUM');
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

/** A data folder with such tables. */
function dataFolder(damage: (file: Buffer) => void): string {
  const folder = temporaryFolder();
  cpSync(damagedFolder(damage), join(folder, 'tables'), { recursive: true });
  return folder;
}

// The limit of a file stands for a full disk.
it.skipIf(onWindows).each([
  ['the copy', 0.5],
  ['the new tables', 1.01],
])('names a folder that cannot be written, and leaves it empty: %s', (_, part) => {
  const [from, to] = [dataFolder(emptyPages(40)), temporaryFolder()];
  const { size } = statSync(join(from, 'tables', 'tables.sqlite'));
  const limit = Math.round((size / 1024) * part);
  const node = `trap '' XFSZ; ulimit -f ${limit}; exec '${process.execPath}' "$@"`;
  const main = resolve('tools/commands/start/main.ts');
  const args = ['-c', node, 'bash', main, '--data', from, '--rescue', to];
  const { status, stdout, stderr } = spawnSync('bash', args, { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(/^\S+tables cannot be written \(.+\)\.\n$/);
  expect(readdirSync(join(to, 'tables'))).toEqual([]);
});

it('refuses no tables, tables that are whole, and a folder that has other files', async () => {
  const none = temporaryFolder();
  await expect(rescueData(none, none)).rejects.toThrow(`The folder ${none} has no tables.`);
  const whole = dataFolder(() => {});
  const unused = join(temporaryFolder(), 'new');
  await expect(rescueData(whole, unused)).rejects.toThrow(
    `The tables in ${join(whole, 'tables')} are whole.`,
  );
  expect(existsSync(unused)).toBe(false);
  const inside = join(whole, 'tables', 'new');
  await expect(rescueData(whole, inside)).rejects.toThrow(
    `${inside} is inside of ${whole}. Name a folder outside of it.`,
  );
  const other = temporaryFolder();
  mkdirSync(join(other, 'other'));
  expect(() => rescueTables(damagedFolder(changeText), other)).toThrow(
    `The folder ${other} is not empty.`,
  );
});
