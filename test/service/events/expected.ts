import { reservedIds } from '../../../functions/shared/own-plants.ts';
import { failureTable, readContract } from '../../../tools/contract/contract.ts';
import { readEvent } from './event-files.ts';

// The outcome of each file in events/: in the bundles (test/service/events), and in AWS's own images (test/service/sam).

const failures = failureTable(readContract());

/** The contract's example of a failure. */
export function documented(error: number) {
  return { error, message: failures.find((row) => row.error === error)?.message };
}

// Taken from the beginning, so that the events have these answers in the order of their names.
const taken = `another plant has the id ${reservedIds.probe}`;

/** The answers to events/create-plant. */
const bodies: Readonly<Record<string, object>> = {
  'valid.json': { name: 'Fern', tag: 'indoor' },
  'valid-without-tag.json': { name: 'Moss' },
  'largest-id.json': { name: 'Sequoia', tag: 'tree' },
  'base64-body.json': { name: '蕨 🌿', tag: '室内' },
  'replay.json': { name: 'Fern', tag: 'indoor' },
  '1001-malformed-json.json': documented(1001),
  '1001-missing-body.json': { error: 1001, message: 'the body is missing or empty' },
  '1001-not-utf-8.json': { error: 1001, message: 'the body is not valid UTF-8' },
  '1001-forbidden-key.json': { error: 1001, message: 'the body carries a forbidden key' },
  '1002-wrong-content-type.json': documented(1002),
  '1003-not-a-new-plant.json': documented(1003),
  '1004-id-taken.json': { error: 1004, message: taken },
  '1005-too-large.json': documented(1005),
};

/** The client of the token in each file of events/authorize, or the reason to refuse it. */
const decisions: Readonly<Record<string, { allowed: string } | { refused: string }>> = {
  'valid.json': { allowed: 'developer' },
  'unknown.json': { refused: 'unknown' },
  'expired.json': { refused: 'expired' },
  'revoked.json': { refused: 'revoked' },
  'malformed.json': { refused: 'malformed' },
  'missing-scheme.json': { refused: 'malformed' },
};

/** The answer to an event, by its path in events/, and the reason in the log if a token is refused. */
export interface Outcome {
  readonly event: string;
  readonly returned: object;
  readonly refused?: string;
}

export const createPlantOutcomes = Object.entries(bodies).map(([file, body]): Outcome => {
  const answer = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const returned = { statusCode: 'error' in body ? 400 : 200, ...answer };
  return { event: `create-plant/${file}`, returned };
});

export const authorizeOutcomes = Object.entries(decisions).map(([file, decision]): Outcome => {
  const event = `authorize/${file}`;
  if ('refused' in decision) return { event, returned: { isAuthorized: false }, ...decision };
  const lastFour = readEvent(event).identitySource[0].slice(-4);
  const context = { client: decision.allowed, lastFour };
  return { event, returned: { isAuthorized: true, context } };
});
