import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { tokenPrefix } from '../service.ts';
import { loggable } from '../shared/loggable.ts';
import { probeIdentity } from '../shared/probe-identity.ts';
import { callLimit } from './call-limit.ts';

/**
 * A token that no client has, with a digest of the reserved range. It takes nothing from functions/authorize/token.ts: if
 * both had the same wrong checksum, Authorize would refuse all clients, and still let the probe in.
 */
export function createProbeToken(): { text: string; lastFour: string; digest: string } {
  // One token in 256 has such a digest, so this takes 256 tries on average.
  for (;;) {
    // A token has 43 random characters, and 22 bytes are 44 hexadecimal digits.
    const random = tokenPrefix + randomBytes(22).toString('hex').slice(1);
    const text = random + base62(crc32(random));
    const digest = createHash('sha256').update(text).digest('hex');
    if (digest.startsWith(probeIdentity.digestPrefix))
      return { text, lastFour: text.slice(-4), digest };
  }
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function base62(checksum: number): string {
  let text = '';
  for (let rest = checksum; text.length < 6; rest = Math.floor(rest / 62)) {
    text = alphabet[rest % 62] + text;
  }
  return text;
}

/** Stores a token for the time of one call, and then deletes it. If that fails, it soon expires. */
export async function withTemporaryToken(
  dynamodb: DocumentClient,
  TableName: string,
  use: (token: string) => Promise<void>,
) {
  const { text, digest, lastFour } = createProbeToken();
  const created = Math.floor(Date.now() / 1000);
  // These names stand here once more on purpose: if Authorize reads other ones, the probe fails.
  const times = { created, expires: created + lifeSeconds };
  const Item = { digest, client: probeIdentity.client, lastFour, ...times };
  try {
    await dynamodb.send(new PutCommand({ TableName, Item }), callLimit());
    await use(text);
  } finally {
    // A failed clean-up says nothing about the service.
    const deletion = dynamodb.send(new DeleteCommand({ TableName, Key: { digest } }), callLimit());
    await deletion.catch((cause) => console.warn({ cause: loggable(cause) }));
  }
}

const lifeSeconds = 60;
