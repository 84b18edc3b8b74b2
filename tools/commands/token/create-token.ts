import { randomInt } from 'node:crypto';
import {
  alphabet,
  digestOf,
  prefix,
  randomLength,
  withChecksum,
} from '../../../functions/authorize/token.ts';
import { reserved } from '../../../functions/shared/reserved.ts';

/** A new token. One in 256 has a reserved digest, and is not used. */
export function createToken(): string {
  for (;;) {
    const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]);
    const token = withChecksum(prefix + random.join(''));
    if (!digestOf(token).startsWith(reserved.digestPrefix)) return token;
  }
}
