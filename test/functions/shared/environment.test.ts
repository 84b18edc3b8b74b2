import { afterEach, expect, it, vi } from 'vitest';
import { environment } from '../../../functions/shared/environment.ts';

afterEach(() => vi.unstubAllEnvs());

it('reads a variable', () => {
  vi.stubEnv('PLANTS_TABLE_NAME', 'Plants');
  expect(environment('PLANTS_TABLE_NAME')).toBe('Plants');
});

it.each([undefined, ''])('throws if the variable is %j', (value) => {
  vi.stubEnv('PLANTS_TABLE_NAME', value);
  expect(() => environment('PLANTS_TABLE_NAME')).toThrow('PLANTS_TABLE_NAME');
});
