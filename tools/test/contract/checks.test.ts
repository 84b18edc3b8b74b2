import { expect, it } from 'vitest';
import { isMetBy } from '../../contract/checks.ts';

const int32 = 2n ** 31n;
const int64 = 2n ** 63n;
it.each([
  [{}, [-int64, int64 - 1n], [1, '1']],
  [{ format: 'int32' }, [-int32, int32 - 1n], [-int32 - 1n, int32]],
  [{ minimum: 1, maximum: 3 }, [1n, 3n], [0n, 4n]],
  [{ format: 'int32', minimum: 1 }, [1n, int32 - 1n], [0n, int32]],
  [{ enum: [1, 3] }, [1n, 3n], [2n]],
])('an integer with the rules %o can be %o, and not %o', (rules, met, unmet) => {
  const schema = { type: 'integer', ...rules } as const;
  expect([...met, ...unmet].filter((value) => isMetBy(schema, value))).toEqual(met);
});

it.each([
  [{ maxLength: 3, pattern: '^a+$' }, ['aaa'], ['', 'aab', 'aaaa']],
  [{ minLength: 3, maxLength: 3, pattern: '^🌿' }, ['🌿aa'], ['a🌿a', 'aa🌿', '🌿🌿']],
])('a text with the rules %o can be %o, and not %o', (rules, met, unmet) => {
  const schema = { type: 'string', ...rules } as const;
  expect([...met, ...unmet].filter((text) => isMetBy(schema, text))).toEqual(met);
});
