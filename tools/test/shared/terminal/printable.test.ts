import { describe, expect, it } from 'vitest';
import { tokenPrefix } from '../../../../functions/service.ts';
import { createToken } from '../../../commands/token/create-token.ts';
import { printable, printableJson, redacted } from '../../../shared/terminal/printable.ts';

const unsafe = '\u001b\n\r\u009b\u007f\u2028\u2029\u202e\u202c\u2066\u2069\u200f\u061c';

it('replaces control characters, line ends of Unicode, and each change of direction', () => {
  expect(printable(unsafe)).toBe('\u{fffd}'.repeat(13));
});

it('JSON keeps its data, and controls no terminal', () => {
  const json = printableJson(JSON.stringify([`🌱${unsafe}`]));
  expect(JSON.parse(json)).toEqual([`🌱${unsafe}`]);
  expect(printable(json)).toBe(json);
});

it.each(['Gärtnerei Süd', '植物園', '👩‍🌾', '❤\ufe0f', 'a\tb', 'שתיל', 'می‌خواهم'])(
  'leaves %j as it is',
  (text) => {
    expect(printable(text)).toBe(text);
  },
);

const secret = createToken().replace(tokenPrefix, '');

describe('redacted', () => {
  it('leaves a sentence as it is', () => {
    const sentence = 'Token 48e67419 of 🌱 garden_shop, “x”, is in node_modules.';
    expect(redacted(sentence)).toBe(sentence);
  });

  it.each([tokenPrefix, 'book_', 'Book2_', '"my_own_', 'ö-K_'])(
    'masks each token with the tokenPrefix %s, even one that lost its end',
    (before) => {
      const half = secret.slice(0, 20);
      const masked = [secret, half].map((token) => `${before}…${token.slice(-4)}`);
      expect(redacted(`${before}${secret} or ${before}${half}`)).toBe(masked.join(' or '));
    },
  );
});
