import { expect, it } from 'vitest';
import { printable } from '../../../../infra/commands/terminal/printable.ts';

it.each([
  ['a terminal sequence', '\u001b'],
  ['a line break', '\n'],
  ['a return', '\r'],
  ['a sequence of eight bits', '\u009b'],
  ['a deletion', '\u007f'],
  ['a line separator', '\u2028'],
  ['a paragraph separator', '\u2029'],
  ['a right-to-left override', '\u202e'],
  ['the end of one', '\u202c'],
  ['an isolate', '\u2066'],
  ['the end of one', '\u2069'],
  ['a right-to-left mark', '\u200f'],
  ['an Arabic letter mark', '\u061c'],
])('replaces %s', (_, character) => {
  expect(printable(`a${character}b`)).toBe('a\u{fffd}b');
});

it.each(['Gärtnerei Süd', '植物園', '👩‍🌾', '❤\ufe0f', 'a\tb', 'שתיל', 'می‌خواهم'])(
  'leaves %j as it is',
  (text) => {
    expect(printable(text)).toBe(text);
  },
);
