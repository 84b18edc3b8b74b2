import { prefix, randomLength, withChecksum } from './token.ts';

/** The header of a token that was never issued. It has the form of a token, so the authorizer looks it up. */
export const unknownToken = `Bearer ${withChecksum(prefix + '0'.repeat(randomLength))}`;
