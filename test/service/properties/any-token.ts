import fc from 'fast-check';
import { withChecksum } from '../../../functions/authorize/token.ts';

export const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Tokens like generated ones, but from a seed. */
export const anyToken = fc
  .array(fc.constantFrom(...alphabet), { minLength: 43, maxLength: 43 })
  .map((characters) => withChecksum(`plant_${characters.join('')}`));
