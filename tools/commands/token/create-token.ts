import { randomInt } from 'node:crypto';
import {
  alphabet,
  digestOf,
  randomLength,
  withChecksum,
} from '../../../functions/authorize/token.ts';
import { tokenPrefix } from '../../../functions/service.ts';
import { probeIdentity } from '../../../functions/shared/probe-identity.ts';

/** A new token. One in 256 has a reserved digest, and is not used. */
export function createToken(): string {
  for (;;) {
    const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]);
    const token = withChecksum(tokenPrefix + random.join(''));
    if (!digestOf(token).startsWith(probeIdentity.digestPrefix)) return token;
  }
}
