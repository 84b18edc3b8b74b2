import { describe, expect, it } from 'vitest';
import { digestOf, generateToken, lastFour } from '../../../../functions/authorize/token.ts';
import type { StoredToken } from '../../../../infra/commands/token/token-registry.ts';
import {
  moment,
  sorted,
  tokenBy,
  tokenJson,
  tokenTable,
} from '../../../../infra/commands/token/token-table.ts';
import { Problem } from '../../../../infra/problem.ts';
import { noon, storedToken } from './tokens.ts';

const day = 86_400;
const tokens = [
  storedToken('00000001', { client: '🌱', expires: noon + 90 * day }),
  storedToken('00000002', { client: 'grower', lastFour: 'abcd', expires: noon }),
  storedToken('00000003', { client: 'grower', created: noon - day, revoked: noon }),
];

const secret = generateToken();
const masked = `plant_…${lastFour(secret)}`;

const one = storedToken('abcd1234ef01', { client: 'one' });
const two = storedToken('abcd1234ef02', { client: 'two' });
const three = storedToken('12345678', { client: 'three' });
const similar = [one, two, three];

describe('tokenBy', () => {
  it.each([
    ['the usual id', '12345678', three],
    ['any start that only one token has', '1234', three],
    ['capitals', 'ABCD1234EF01', one],
    ['the whole digest', two.digest, two],
  ])('finds a token by %s', (_, id, token) => {
    expect(tokenBy(id, similar)).toBe(token);
  });

  it.each([
    ['ffffffff', 'There is no token ffffffff.'],
    [`${three.digest}0`, `There is no token ${three.digest}0.`],
    ['123', 'The id 123 is too short: it needs four characters or more.'],
    ['abcd', 'The id abcd is ambiguous: it can mean abcd1234ef01 of one, or abcd1234ef02 of two.'],
  ])('refuses the id %j with a sentence', (id, sentence) => {
    expect(() => tokenBy(id, similar)).toThrow(new Problem(sentence));
  });

  it.each([
    ['nothing else', (token: string) => token],
    ['a header', (token: string) => `Authorization: Bearer ${token}`],
    ['quotes', (token: string) => `"${token}"`],
  ])('finds a token that was copied with %s', (_, around) => {
    const token = generateToken();
    const found = storedToken(digestOf(token));
    expect(tokenBy(around(token), [...similar, found])).toBe(found);
  });
});

it.each([
  [noon + 59, '2026-11-01 12:00Z'],
  [8.64e12 + 1, 'an invalid time'],
])('the moment of %d is %s', (seconds, text) => {
  expect(moment(seconds)).toBe(text);
});

it('sorts by client, then by age, then by digest', () => {
  const order = (all: readonly StoredToken[]) =>
    sorted(all).map(({ digest }) => digest.slice(0, 8));
  expect(order(tokens)).toEqual(['00000003', '00000002', '00000001']);
  expect(order([storedToken('b2345678'), storedToken('a2345678')])).toEqual([
    'a2345678',
    'b2345678',
  ]);
});

describe('tokenTable', () => {
  it('shows each token in a line', () => {
    expect(`\n${tokenTable(tokens, noon)}`).toBe(`
ID        CLIENT  LAST FOUR  CREATED            EXPIRES            STATE
00000001  🌱      wXyZ       2026-11-01 12:00Z  2027-01-30 12:00Z  active
00000002  grower  abcd       2026-11-01 12:00Z  2026-11-01 12:00Z  expired
00000003  grower  wXyZ       2026-10-31 12:00Z  never              revoked`);
  });

  it.each([
    ['苗圃', 4],
    ['모종', 4],
    ['nursery', 7],
    ['e\u0301t\u00e9', 3],
    ['👩‍🌾', 2],
    ['❤\ufe0f', 2],
  ])('counts the columns of %s', (client, columns) => {
    const [header] = tokenTable([storedToken('1', { client })], noon).split('\n');
    expect(header).toMatch(new RegExp(`CLIENT {${Math.max(columns - 6, 0) + 2}}LAST`));
    const [, row] = tokenTable([storedToken('1', { client })], noon).split('\n');
    expect(row).toContain(`${client}${' '.repeat(Math.max(6, columns) - columns + 2)}wXyZ`);
  });

  it('shows as much of each id as makes it unique', () => {
    const twins = [storedToken('0123456789a'), storedToken('0123456789b')];
    expect(tokenTable(twins, noon)).toMatch(/\n0123456789a .*\n0123456789b /);
  });
});

it('tokenJson contains the same for scripts, with full times', () => {
  expect(JSON.parse(tokenJson(tokens.slice(2), noon))).toEqual([
    {
      id: '00000003',
      client: 'grower',
      lastFour: 'wXyZ',
      created: '2026-10-31T12:00:00.000Z',
      expires: null,
      revoked: '2026-11-01T12:00:00.000Z',
      state: 'revoked',
    },
  ]);
});

describe.each([
  ['tokenTable', tokenTable],
  ['tokenJson', tokenJson],
] as const)('%s, if somebody else stored the token', (_, list) => {
  it.each(['client', 'lastFour'])(
    'prints no token and no control characters from %s',
    (property) => {
      const text = list(
        [storedToken('1', { [property]: `a\u001b[31m\u202e\u2028 ${secret}` })],
        noon,
      );
      expect(text).toContain(`a\u{fffd}[31m\u{fffd}\u{fffd} ${masked}`);
      expect(text).not.toContain(secret);
    },
  );
});
