import { describe, expect, it } from 'vitest';
import { isClientName } from '../../../../infra/commands/token/client-name.ts';

describe('isClientName', () => {
  it.each(['a', 'nursery-7', 'Gärtnerei Süd (Öffentlich)', '植物園', '🌱 & Söhne', 'x'.repeat(64)])(
    'takes %j',
    (name) => {
      expect(isClientName(name)).toBe(true);
    },
  );

  it.each([
    ['nothing', ''],
    ['65 characters', 'x'.repeat(65)],
    ['a space in front', ' nursery'],
    ['a space behind', 'nursery '],
    ['a line break', 'nur\nsery'],
    ['a terminal sequence', 'nur\u001b[31msery'],
    ['text that runs backwards', 'nur\u202esery'],
    ['a character without width', 'nur\u200bsery'],
    ['half a character', 'nursery\ud83c'],
  ])('refuses %s', (_, name) => {
    expect(isClientName(name)).toBe(false);
  });
});
