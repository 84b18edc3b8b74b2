import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Item, mostCompared } from '../../../shared/stored-items/table.ts';
import { attributeOf, exampleItem, exampleKey, tableName } from '../../setup/contract.ts';
import { passOn } from '../../setup/recording-proxy.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';
import { behindProxy } from '../behind-proxy.ts';
import { itemsOf, put, restore, textOf } from './run-restore.ts';

/** Notes of these items, which are in the table. */
async function notedIn(tableName: string, items: readonly Item[]) {
  await put(tableName, items);
  const folder = temporaryFolder();
  const file = join(folder, 'notes.jsonl');
  writeFileSync(file, items.map((item) => `${JSON.stringify(item)}\n`).join(''));
  return { file, undo: () => restore(['--undo', 'notes.jsonl', tableName], folder) };
}

const nested = attributeOf({ list: [1, '', null, { map: {} }], map: { no: false } });

it('deletes an item with any text, also if an answer is lost, and says later that it is gone', async () => {
  const texts = ['a\u2028b', '\u2029', '\u0085', '\r', 'a\r\nb\n', '', '"\\\u0000', '🌱'];
  const items = texts.map((text, index) => ({ ...exampleItem(index, text), nested }));
  const before = await itemsOf(tableName);
  const { undo } = await notedIn(tableName, items);
  await behindProxy(async (response, apply, call) => {
    await apply();
    await passOn(response, apply, call);
  });
  const first = { code: 0, stdout: '', stderr: expect.stringMatching(/\bdeleted: 8\b/) };
  expect(await undo()).toMatchObject(first);
  expect(await itemsOf(tableName)).toEqual(before);
  const again = { code: 0, stdout: '', stderr: expect.stringMatching(/\bdeleted: 0\b.*\b8\b/) };
  expect(await undo()).toMatchObject(again);
});

const stored = { ...exampleItem(20, 'Fern'), nested };
const token = { digest: { S: 'undone' }, client: { S: 'nursery' } };

it.each<[string, string, Item, Item]>([
  ['has another text', tableName, stored, { ...stored, remark: { S: 'Oak' } }],
  ['has another map', tableName, stored, { ...stored, nested: attributeOf({ map: {} }) }],
  ['lost its client', tableName, { ...stored, createdBy: { S: 'nursery' } }, stored],
  ['was revoked', 'Tokens', token, { ...token, revoked: { N: '1' } }],
])('keeps an item that %s just before it would be deleted', async (_, tableName, item, changed) => {
  const { undo } = await notedIn(tableName, [item]);
  const calls = await behindProxy(async (response, apply, call) => {
    if (call.operation === 'DeleteItem') await put(tableName, [changed]);
    await passOn(response, apply, call);
  });
  const { printed } = await undo();
  expect(calls.map(({ operation }) => operation)).toContain('DeleteItem');
  expect(await itemsOf(tableName)).toContain(textOf(changed));
  const [[key = '', value] = []] = Object.entries(item);
  expect(printed).toEqual([{ kept: { [key]: value }, because: expect.any(String) }]);
  // It reads what it compares as it is now.
  const reads = calls.filter((call) => call.operation === 'GetItem');
  expect(reads.filter(({ body }) => JSON.parse(body).ConsistentRead !== true)).toEqual([]);
});

it('deletes a token that the copy had as revoked', async () => {
  const { undo } = await notedIn('Tokens', [{ ...token, revoked: { N: '1' } }]);
  expect(await undo()).toMatchObject({ code: 0, stdout: '' });
  expect(await itemsOf('Tokens')).toEqual([]);
});

it('deletes an item of as many attributes as a condition can compare, and keeps a larger one', async () => {
  const large = (number: number, count: number): Item => {
    const item = exampleItem(number);
    const missing = count - Object.keys(item).length;
    const others = Array.from({ length: missing }, (_, index) => [`field${index}`, { BOOL: true }]);
    return { ...item, ...Object.fromEntries(others) };
  };
  const [largest, tooLarge] = [large(30, mostCompared), large(31, mostCompared + 1)];
  const { undo } = await notedIn(tableName, [largest, tooLarge]);
  const { code, printed } = await undo();
  const because = expect.stringContaining(`${mostCompared}`);
  expect({ code, printed }).toEqual({ code: 0, printed: [{ kept: exampleKey(31), because }] });
  const left = await itemsOf(tableName);
  expect(left).toContain(textOf(tooLarge));
  expect(left).not.toContain(textOf(largest));
});

it('undoes what is left of notes that were cut off, and says so', async () => {
  const [whole, cut] = [exampleItem(40), exampleItem(41)];
  const { undo, file } = await notedIn(tableName, [whole, cut]);
  writeFileSync(file, readFileSync(file, 'utf8').slice(0, -5));
  const { code, stderr } = await undo();
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('notes.jsonl') });
  const left = await itemsOf(tableName);
  expect(left).toContain(textOf(cut));
  expect(left).not.toContain(textOf(whole));
});

it('undoes the last line of a file that an editor saved without the end of that line', async () => {
  const items = [exampleItem(42), exampleItem(43)];
  const { undo, file } = await notedIn(tableName, items);
  writeFileSync(file, readFileSync(file, 'utf8').trimEnd());
  const { code, stderr } = await undo();
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/\bdeleted: 2\b/) });
  const left = await itemsOf(tableName);
  for (const item of items) expect(left).not.toContain(textOf(item));
});

const folder = temporaryFolder();
mkdirSync(join(folder, 'folder'));
writeFileSync(join(folder, 'empty.jsonl'), '');
writeFileSync(join(folder, 'tokens.jsonl'), `${JSON.stringify(token)}\n`);
writeFileSync(join(folder, 'disk.img'), '');
// Without a line, and longer than a text of JavaScript can be. It takes no space on the disk.
truncateSync(join(folder, 'disk.img'), 2 ** 30);
writeFileSync(join(folder, 'null.jsonl'), 'null\n');
const [keyName] = Object.keys(exampleKey());
writeFileSync(join(folder, 'no-key.jsonl'), `{"${keyName}":null}\n`);
writeFileSync(join(folder, 'other-key.jsonl'), `{"${keyName}":{"BOOL":true}}\n`);
await put(tableName, [exampleItem(50)]);
writeFileSync(join(folder, 'end.jsonl'), `${JSON.stringify(exampleItem(50))}\n{}\n`);

it.each([
  'folder',
  'none',
  'empty.jsonl',
  'tokens.jsonl',
  'disk.img',
  'null.jsonl',
  'no-key.jsonl',
  'other-key.jsonl',
  'end.jsonl',
  '../',
])('refuses %s with one sentence, and changes nothing', async (file) => {
  const before = await itemsOf(tableName);
  const { code, stderr, stdout } = await restore(['--undo', file, tableName], folder);
  const sentence = expect.stringMatching(/^[^\n]+\.$/);
  expect({ code, stderr, stdout }).toEqual({ code: 2, stderr: sentence, stdout: '' });
  expect(stderr).toContain(file);
  expect(await itemsOf(tableName)).toEqual(before);
});
