import { expect, it } from 'vitest';
import { tables } from '../../../../functions/service.ts';
import { readTable, readTables, type TableId } from '../../../commands/items/item-table.ts';

const several = Object.keys(tables) as TableId[];
const [first = 'Tokens', second = 'Tokens'] = several;
const names = several.join(', ');

it('takes the only table, or the one that is named', () => {
  expect(readTable(undefined, [first])).toBe(first);
  expect(readTable(second, several)).toBe(second);
  expect(readTables(undefined, several)).toEqual(several);
  expect(readTables(second, several)).toEqual([second]);
});

it('asks for a name if there are several, and lists them', () => {
  expect(() => readTable(undefined, several)).toThrow(new RegExp(`--table\\b.*\\b${names}\\b`));
  expect(() => readTables('Missing', several)).toThrow(new RegExp(`\\bMissing\\b.*\\b${names}\\b`));
});
