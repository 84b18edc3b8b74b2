import fc from 'fast-check';
import { expect } from 'vitest';
import { generateToken, isToken } from '../../../functions/authorize/token.ts';
import { anyCharacter } from './any-character.ts';
import { alphabet, anyToken } from './any-token.ts';
import { property } from './property.ts';
import { isTokenByHand } from './token-by-hand.ts';

const generated = fc.noShrink(fc.constant(null).map(generateToken));

property('a generated token is one, by another reckoning too', generated, (text) => {
  expect([isToken(text), isTokenByHand(text)]).toEqual([true, true]);
});

const lastPlace = 'plant_'.length + 49 - 1;

property(
  'a token with any one character changed is refused: all changes of a random place',
  fc.tuple(anyToken, fc.nat(lastPlace), anyCharacter),
  ([text, at, any]) => {
    const others = [...alphabet, '_', '-', any].filter((character) => character !== text[at]);
    const changed = others.map((character) => text.slice(0, at) + character + text.slice(at + 1));
    expect(changed.filter(isToken)).toEqual([]);
  },
);

property(
  'a token with two neighbours swapped, one missing or one more is refused',
  fc.tuple(anyToken, fc.nat(lastPlace - 1)),
  ([text, at]) => {
    const [one = '', other = ''] = [text[at], text[at + 1]];
    const [before, after] = [text.slice(0, at), text.slice(at + 2)];
    if (one !== other) expect(isToken(before + other + one + after)).toBe(false);
    expect(isToken(before + other + after)).toBe(false);
    expect(isToken(before + one + one + other + after)).toBe(false);
  },
);
