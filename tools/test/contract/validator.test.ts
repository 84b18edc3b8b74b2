import { expect, it } from 'vitest';
import { ajv } from '../../contract/validator.ts';

// functions/http/violations.ts leaves it out by its name. Otherwise a client would read of an "else" schema.
it('ajv adds an error of the word if to that of a branch', () => {
  expect(ajv.validate({ if: { minLength: 9 }, else: { pattern: 'b' } }, 'a')).toBe(false);
  expect(ajv.errors?.map(({ keyword }) => keyword)).toEqual(['pattern', 'if']);
});
