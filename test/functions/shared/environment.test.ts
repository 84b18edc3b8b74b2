import { afterEach, expect, it, vi } from 'vitest';
import { environment } from '../../../functions/shared/environment.ts';

afterEach(() => vi.unstubAllEnvs());

it('reads a variable', () => {
  vi.stubEnv('ANY_VARIABLE', 'text');
  expect(environment('ANY_VARIABLE')).toBe('text');
});

it.each([undefined, ''])('throws if the variable is %j', (value) => {
  vi.stubEnv('ANY_VARIABLE', value);
  expect(() => environment('ANY_VARIABLE')).toThrow('ANY_VARIABLE');
});
