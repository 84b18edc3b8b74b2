import { describe, expect, it } from 'vitest';
import { printable, redacted } from '../../../../tools/commands/terminal/printable.ts';
import { generateToken, lastFour } from '../../../../tools/commands/token/generate-token.ts';

it('replaces control characters, line ends of Unicode, and each change of direction', () => {
  const unsafe = '\u001b\n\r\u009b\u007f\u2028\u2029\u202e\u202c\u2066\u2069\u200f\u061c';
  expect(printable(unsafe)).toBe('\u{fffd}'.repeat(13));
});

it.each(['Gärtnerei Süd', '植物園', '👩‍🌾', '❤\ufe0f', 'a\tb', 'שתיל', 'می‌خواهم'])(
  'leaves %j as it is',
  (text) => {
    expect(printable(text)).toBe(text);
  },
);

const secret = generateToken();
const masked = `plant_…${lastFour(secret)}`;

describe('redacted', () => {
  it('leaves a sentence as it is', () => {
    expect(redacted('Token 48e67419 of 🌱 plant_shop, “x”.')).toBe(
      'Token 48e67419 of 🌱 plant_shop, “x”.',
    );
  });

  it('masks each token, even one that lost its end', () => {
    const half = secret.slice(0, 26);
    expect(redacted(`${secret} or ${half}`)).toBe(`${masked} or plant_…${half.slice(-4)}`);
  });
});
