import { describe, expect, it } from 'vitest';
import { generateToken, lastFour } from '../../../../functions/authorize/token.ts';
import {
  moment,
  shown,
  sorted,
  tokenJson,
  tokenTable,
} from '../../../../infra/commands/token/presentation.ts';
import { noon, storedToken } from './tokens.ts';

const day = 86_400;
const tokens = [
  storedToken('00000001', { client: '🌱', expires: noon + 90 * day }),
  storedToken('00000002', { client: 'grower', lastFour: 'abcd', expires: noon }),
  storedToken('00000003', { client: 'grower', created: noon - day, revoked: noon }),
];

const secret = generateToken();
const masked = `plant_…${lastFour(secret)}`;

describe('shown', () => {
  it('leaves a sentence as it is', () => {
    expect(shown('Token 48e67419 of 🌱 plant_shop, “x”.')).toBe(
      'Token 48e67419 of 🌱 plant_shop, “x”.',
    );
  });

  it('masks each token, even one that lost its end', () => {
    expect(shown(`${secret} or ${secret.slice(0, -4)}`)).toBe(
      `${masked} or plant_…${secret.slice(-8, -4)}`,
    );
  });

  it('leaves nothing that steers a terminal', () => {
    expect(shown('a\u001b[31mb\u009bc\nd')).toBe('a\u{fffd}[31mb\u{fffd}c\u{fffd}d');
  });
});

describe('moment', () => {
  it('is in UTC, to the minute', () => {
    expect(moment(noon + 59)).toBe('2026-11-01 12:00Z');
  });
});

describe('sorted', () => {
  it('puts the tokens of a client together, the oldest first', () => {
    expect(sorted(tokens).map(({ digest }) => digest.slice(0, 8))).toEqual([
      '00000003',
      '00000002',
      '00000001',
    ]);
  });

  it('goes by the digest where all else is equal, so that the order is always the same', () => {
    const twins = [storedToken('b'), storedToken('a'), storedToken('c')];
    expect(sorted(twins).map(({ digest }) => digest[0])).toEqual(['a', 'b', 'c']);
  });
});

describe('tokenTable', () => {
  it('lines up what there is to know of each token', () => {
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

  it('shows as much of each id as tells it from the others', () => {
    const twins = [storedToken('0123456789a'), storedToken('0123456789b')];
    expect(tokenTable(twins, noon)).toMatch(/\n0123456789a .*\n0123456789b /);
  });
});

describe('tokenJson', () => {
  it('holds the same for scripts, with full times', () => {
    expect(JSON.parse(tokenJson(tokens.slice(1), noon))).toEqual([
      {
        id: '00000002',
        client: 'grower',
        lastFour: 'abcd',
        created: '2026-11-01T12:00:00.000Z',
        expires: '2026-11-01T12:00:00.000Z',
        revoked: null,
        state: 'expired',
      },
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
});

describe.each([
  ['tokenTable', tokenTable],
  ['tokenJson', tokenJson],
] as const)('%s, of what somebody else stored', (_, list) => {
  it.each(['client', 'lastFour'])('shows no token that stands in %s', (property) => {
    const text = list([storedToken('1', { [property]: secret })], noon);
    expect(text).toContain(masked);
    expect(text).not.toContain(secret);
  });

  it.each([
    ['client', '\u001b'],
    ['client', '\u009b'],
    ['client', '\u202e'],
    ['client', '\u2028'],
    ['lastFour', '\u001b'],
    ['lastFour', '\u2066'],
    ['lastFour', '\u2029'],
  ])('shows nothing in %s that steers a terminal: %j', (property, character) => {
    const text = list([storedToken('1', { [property]: `a${character}[31m` })], noon);
    expect(text).toContain('a\u{fffd}[31m');
  });
});
