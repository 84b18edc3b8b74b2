import { expect, it } from 'vitest';
import type { StoredToken } from '../../../../functions/authorize/token-record.ts';
import { createToken } from '../../../commands/token/create-token.ts';
import { idOf } from '../../../commands/token/token-id.ts';
import { rowsOf, tokenLines } from '../../../commands/token/token-list.ts';
import { printable, redacted } from '../../../shared/terminal/printable.ts';
import { noon, storedToken } from './stored-tokens.ts';

const day = 86_400;

const tokens = [
  storedToken('00000001', { client: 'grower', lastFour: 'abcd', expires: noon }),
  storedToken('00000002', {
    client: 'potter',
    created: noon - 2 * day,
    expires: noon + 90 * day + 59,
  }),
  storedToken('00000003', { client: 'grower', created: noon - day, revoked: noon }),
];

function cellsOf(tokens: readonly StoredToken[]): string[] {
  const [, ...rows] = tokenLines(rowsOf(tokens, noon)).split('\n');
  return rows.map((row) => row.replaceAll(/ {2,}/g, ' | '));
}

it('shows each token in a line, by client and age', () => {
  const [, ...rows] = tokenLines(rowsOf(tokens, noon)).split('\n');
  expect(cellsOf(tokens)).toEqual([
    '00000003 | grower | wXyZ | 2026-10-31 12:00Z | never | revoked',
    '00000001 | grower | abcd | 2026-11-01 12:00Z | 2026-11-01 12:00Z | expired',
    '00000002 | potter | wXyZ | 2026-10-30 12:00Z | 2027-01-30 12:00Z | active',
  ]);
  const ofStates = rows.map((row) => row.search(/(revoked|expired|active)$/));
  expect(new Set(ofStates).size).toBe(1);
});

it('shows first the tokens that end soon, by their end, and which are replaced', () => {
  const ending = [
    storedToken('00000004', { client: 'zoo', expires: noon + day }),
    storedToken('00000005', { client: 'potter', expires: noon + 2 * day }),
    storedToken('00000006', { client: 'farmer', expires: noon + 31 * day }),
  ];
  const others = [
    // Each of these looks as if it made up for a token that ends.
    storedToken('00000007', { client: 'farmer', expires: noon + 90 * day, revoked: noon }),
    storedToken('00000008', { client: 'zoo', expires: noon + 40 * day, revoked: noon }),
  ];
  const all = [...others, ...tokens, ...ending.toReversed()];
  const shown = rowsOf(all, noon);
  expect(shown.map(({ client, endsSoon, replaced }) => [client, endsSoon, replaced])).toEqual([
    ['zoo', true, false],
    ['potter', true, true],
    ['farmer', true, false],
    ...shown.slice(3).map(({ client }) => [client, false, false]),
  ]);
  expect(shown).toHaveLength(8);
  // A script gets the state, and a person reads more.
  const first = shown.slice(0, 3);
  expect(first.map(({ state }) => state)).toEqual(['active', 'active', 'active']);
  const words = cellsOf(all).map((line) => line.split(' | ').at(-1));
  expect(words.slice(0, 3)).toEqual(['ends soon', 'ends soon, replaced', 'ends soon']);
});

it('has no time if somebody stored none', () => {
  const odd = storedToken('1', { created: Number.NaN, expires: 1e100 });
  expect(rowsOf([odd], noon)).toMatchObject([{ created: 'unknown', expires: 'unknown' }]);
});

it('has full times for scripts', () => {
  expect(rowsOf(tokens, noon)[0]).toMatchObject({
    id: idOf(`${tokens[2]?.digest}`),
    client: 'grower',
    lastFour: 'wXyZ',
    created: '2026-10-31T12:00:00.000Z',
    expires: null,
    revoked: '2026-11-01T12:00:00.000Z',
    state: 'revoked',
  });
});

it('shows the whole name of a client, also if it looks like a token', () => {
  const names = ['team_productionenvironmentwest', 'team_developmentenvironmentwest'];
  const tokens = names.map((client, index) => storedToken(`${index}`, { client }));
  expect(cellsOf(tokens).map((line) => line.split(' | ')[1])).toEqual(names.toSorted());
});

it.each(['client', 'lastFour'] as const)(
  'shows no control characters from %s, if somebody else stored it',
  (property) => {
    const stored = 'a\u001b[31m\u202e\u2028 b';
    const rows = rowsOf([storedToken('1', { [property]: stored })], noon);
    expect(tokenLines(rows)).toContain(` ${printable(stored)} `);
    // A script gets what is stored.
    expect(rows[0]?.[property]).toBe(stored);
  },
);

it('shows no token if somebody else stored it as the last four characters', () => {
  const stored = createToken();
  const rows = rowsOf([storedToken('1', { lastFour: stored })], noon);
  expect(tokenLines(rows)).toContain(` ${redacted(stored)} `);
});
