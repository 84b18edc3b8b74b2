import { contractText, parseContract } from '../../../infra/contract/contract.ts';
import { failureTable } from '../../../infra/contract/failure-table.ts';
import { readEvent } from './event-files.ts';

// What each file of events/ leads to: in the bundles (test/service/events), and in AWS's own images (test/service/sam).

const failureRows = failureTable(parseContract(contractText()));

/** What the contract gives as the example of a failure. */
export function documented(code: number) {
  const row = failureRows.find(({ error }) => error === code);
  return { error: code, message: row?.message };
}

/** The bodies of events/create-plant, in an order in which each finds the plants that it needs. */
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
  '1004-id-taken.json': documented(1004),
  '1005-too-large.json': documented(1005),
};

/** Whose token is in each file of events/authorize, or why it is refused. */
const decisions: Readonly<Record<string, { allowed: string } | { refused: string }>> = {
  'valid.json': { allowed: 'developer' },
  'unknown.json': { refused: 'unknown' },
  'expired.json': { refused: 'expired' },
  'revoked.json': { refused: 'revoked' },
  'malformed.json': { refused: 'malformed' },
  'missing-scheme.json': { refused: 'malformed' },
};

/** What a function returns for a file, and the reason that it logs where it refuses a token. */
export interface Outcome {
  readonly file: string;
  readonly returned: object;
  readonly refused: string | undefined;
}

export const createPlantOutcomes: readonly Outcome[] = Object.entries(bodies).map(
  ([file, body]) => ({
    file,
    returned: {
      statusCode: 'error' in body ? 400 : 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    },
    refused: undefined,
  }),
);

export const authorizeOutcomes: readonly Outcome[] = Object.entries(decisions).map(
  ([file, decision]) => {
    if ('refused' in decision) return { file, returned: { isAuthorized: false }, ...decision };
    const context = { client: decision.allowed, lastFour: tokenOf(file).slice(-4) };
    return { file, returned: { isAuthorized: true, context }, refused: undefined };
  },
);

export function tokenOf(file: string): string {
  return readEvent(`authorize/${file}`).identitySource[0].replace('Bearer ', '');
}
