import type { APIGatewayRequestAuthorizerEventV2 } from 'aws-lambda';
import fc from 'fast-check';
import { expect, vi } from 'vitest';
import { authorize } from '../../../functions/authorize/authorize.ts';
import { anyCharacter } from './any-character.ts';
import { alphabet, anyToken } from './any-token.ts';
import { property } from './property.ts';
import { isTokenByHand } from './token-by-hand.ts';

vi.spyOn(console, 'info').mockImplementation(() => {});

/** Authorizes with a store that knows every token, so that only the header can cause a refusal. */
async function ask(header: string) {
  const find = vi.fn(async () => ({ client: 'nursery', lastFour: 'wXyZ' }));
  const { isAuthorized } = await authorize(find)({
    identitySource: [header],
    headers: { authorization: header },
  } as unknown as APIGatewayRequestAuthorizerEventV2);
  return { isAuthorized, lookups: find.mock.calls.length };
}

const scheme = fc
  .array(fc.boolean(), { minLength: 6, maxLength: 6 })
  .map((upper) => [...'bearer'].map((c, at) => (upper[at] ? c.toUpperCase() : c)).join(''));
const maxLength = 512;
const wellFormed = fc
  .tuple(
    scheme,
    fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 451 })),
    anyToken,
  )
  .map(([word, spaces, text]) => word + ' '.repeat(spaces) + text);

property('every well-formed header with a valid token is allowed', wellFormed, async (header) => {
  expect(await ask(header)).toEqual({ isAuthorized: true, lookups: 1 });
});

/** RFC 9110 and 6750, without a regular expression. */
function isInGrammar(header: string): boolean {
  const [word, ...rest] = header.split(' ');
  const credentials = rest.findIndex((part) => part !== '');
  return (
    header.length <= maxLength &&
    word?.toUpperCase() === 'BEARER' &&
    // Some letters outside ASCII have an ASCII letter as their upper case.
    word.length === new TextEncoder().encode(word).length &&
    credentials === rest.length - 1 &&
    isTokenByHand(rest[credentials] ?? '')
  );
}

const character = fc.oneof(
  fc.constantFrom(' ', ',', '\t', '\n', '\r', '\0', '=', '"', '_', 'ſ', 'K', 'e', '0', '\u00a0'),
  anyCharacter,
);
const altered = fc
  .record({
    header: wellFormed,
    at: fc.oneof(fc.nat(12), fc.nat(70), fc.nat(maxLength)),
    removed: fc.nat(2),
    inserted: fc.array(character, { maxLength: 3 }),
  })
  .map(({ header, at, removed, inserted }) => {
    const letters = [...header];
    letters.splice(at, removed, ...inserted);
    return letters.join('');
  });
const mistyped = fc
  .tuple(anyToken, fc.integer({ min: 6, max: 54 }), fc.constantFrom(...alphabet))
  .map(([text, at, letter]) => `Bearer ${text.slice(0, at)}${letter}${text.slice(at + 1)}`);
const otherForm = fc
  .tuple(
    fc.constantFrom('', 'Basic ', 'Bearer', 'Bearer ', 'Bearer  ', 'Token ', ' Bearer '),
    anyToken,
  )
  .map((parts) => parts.join(''));
const tooLong = fc
  .tuple(fc.integer({ min: 452, max: 2_000 }), anyToken)
  .map(([spaces, text]) => `Bearer${' '.repeat(spaces)}${text}`);
const twice = fc
  .tuple(wellFormed, fc.constantFrom(',', ', ', ' '), wellFormed)
  .map((parts) => parts.join(''));

property(
  'no header outside the grammar is allowed or looked up',
  fc.oneof(
    { weight: 6, arbitrary: altered },
    mistyped,
    otherForm,
    tooLong,
    twice,
    fc.string({ unit: anyCharacter }),
    fc.string({ unit: anyCharacter }).map((text) => `Bearer ${text}`),
  ),
  async (header) => {
    const expected = isInGrammar(header);
    expect(await ask(header)).toEqual({ isAuthorized: expected, lookups: expected ? 1 : 0 });
  },
);
