import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from '../shared/checksum.ts';
import { loggable } from '../shared/loggable.ts';
import { reserved } from '../shared/reserved.ts';
import type { TableCall } from './aws.ts';

/**
 * A token that nobody has, with a digest of the reserved range. It shares no code with Authorize: a release that
 * refuses the tokens of all clients refuses this one also.
 */
export function newToken(): { text: string; lastFour: string; digest: string } {
  const random = `plant_${randomBytes(22).toString('hex').slice(1)}`;
  const text = random + base62(crc32(random)).padStart(6, '0');
  const digest = createHash('sha256').update(text).digest('hex');
  const isReserved = digest.startsWith(reserved.digests);
  return isReserved ? { text, lastFour: text.slice(-4), digest } : newToken();
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function base62(value: number): string {
  return value === 0 ? '' : base62(Math.floor(value / 62)) + alphabet[value % 62];
}

export type WithToken = ReturnType<typeof tokenLender>;

/** Stores a token for the time of one call, and then deletes it. If that fails, it soon expires. */
export function tokenLender(tokens: TableCall) {
  return async <Result>(use: (token: string) => Promise<Result>): Promise<Result> => {
    const token = newToken();
    const now = Math.floor(Date.now() / 1000);
    const digest = { S: token.digest };
    const Item = {
      digest,
      client: { S: reserved.client },
      lastFour: { S: token.lastFour },
      created: { N: String(now) },
      expires: { N: String(now + lifeSeconds) },
    };
    try {
      await tokens('PutItem', { Item });
      return await use(token.text);
    } finally {
      // A failed clean-up says nothing about the service.
      const deletion = tokens('DeleteItem', { Key: { digest } });
      await deletion.catch((cause) => console.warn({ cause: loggable(cause) }));
    }
  };
}

const lifeSeconds = 60;
