import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { coverageFigure } from './coverage.ts';
import { publishedParts, publishers } from './publishers.ts';
import { figureTable, lostRows, tableIn, withTable } from './table.ts';

const run = { date: new Date(0), node: 'v24.0.0', cores: 2, minutes: 7 };
const figures = [
  { part: 'races', claim: 'One wins', figure: '100 rounds' },
  { part: 'faults', claim: 'Nothing | is lost', figure: '33\nfaults' },
  { part: 'faults', claim: 'All is told', figure: '7' },
];
const table = [
  '| Part | What is shown | Figure |',
  '|---|---|---|',
  '| faults | All is told | 7 |',
  '| faults | Nothing \\| is lost | 33 faults |',
  '| races | One wins | 100 rounds |',
  '',
  'Printed by `npm run prove` on 1970-01-01: Node v24.0.0, 2 cores, 7 minutes.',
].join('\n');

describe('the table of figures', () => {
  it('is the same in whatever order its figures came', () => {
    expect(figureTable(figures, run)).toBe(table);
    expect(figureTable(figures.toReversed(), run)).toBe(table);
  });

  it('takes the place of the one before, and of nothing else', () => {
    const page = '# Tests\n\n<!-- figures -->\n\nold\n\n<!-- /figures -->\n\nAfter.\n';
    const written = withTable(page, table);
    expect(written).toBe(page.replace('old', () => table));
    expect(tableIn(written)).toBe(table);
    expect(withTable(written, table)).toBe(written);
  });

  it.each(['', '<!-- figures -->', '<!-- /figures --><!-- figures -->'])(
    'does not find its place in %j',
    (page) => {
      expect(() => withTable(page, table)).toThrow('The page has no <!-- figures -->');
    },
  );

  it('knows what a run no longer tells, whatever its figure', () => {
    const changed = figures.map((one) => ({ ...one, figure: 'another' }));
    expect(lostRows(table, figureTable(changed, run))).toEqual([]);
    expect(lostRows(table, figureTable(figures.slice(0, 1), run))).toEqual([
      'faults | All is told',
      'faults | Nothing \\| is lost',
    ]);
    expect(lostRows('', table)).toEqual([]);
  });

  it('tells of what the tests run in one row', () => {
    const total = {
      lines: { covered: 9, total: 10 },
      branches: { covered: 3, total: 3 },
      functions: { covered: 2, total: 2 },
    };
    expect(coverageFigure({ total })).toMatchObject({
      part: 'coverage',
      figure: '9 of 10 lines, 3 of 3 branches, 2 of 2 functions',
    });
  });
});

it('comes from tests wherever they are, those with a helper or only a full form, too', () => {
  expect(publishers()).toEqual(
    expect.arrayContaining([
      'test/functions/create-plant/int64.test.ts',
      'test/functions/create-plant/json-measure.test.ts',
      'test/infra/commands/start/service.test.ts',
      'test/service/races/one-id.test.ts',
      'test/lab/simulation/calls.test.ts',
    ]),
  );
  expect(publishers()).not.toContain('test/functions/create-plant/plant.test.ts');
});

describe('test/README.md', () => {
  const rows = tableIn(readFileSync('test/README.md', 'utf8')).split('\n');

  it('has a row for every part that publishes figures, once it has been written', () => {
    const told = new Set(rows.slice(2).map((row) => row.split(' | ', 1)[0]?.replace('| ', '')));
    const parts = publishedParts();
    expect(parts).toEqual(expect.arrayContaining(['coverage', 'mutation']));
    if (rows.length > 1) expect([...told]).toEqual(expect.arrayContaining(parts));
  });
});
