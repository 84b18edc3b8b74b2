import { createPlantAnswerFields } from '../../../functions/contract/create-plant.generated.ts';
import { unreadable } from '../../../functions/http/failure.ts';
import type { GatewayEvent } from '../../../functions/http/json-body.ts';
import { picked } from '../../../functions/http/picked.ts';
import { type LiveName, routes } from '../../../functions/service.ts';
import { developmentClient } from '../../../tools/commands/development-token.ts';
import { contract, documented, failuresOf } from '../../../tools/test/setup/contract.ts';
import { eventFiles, folderOf, readEvent } from './event-files.ts';

// The outcome of each file in events/: in the bundles (test/service/events), and in AWS's own images (test/service/sam).

/** The errors that no request of a client can get: 1005, if openapi.yaml bounds each field so that no body is too large. */
export const withoutEvent: readonly number[] = [];

/** The messages that differ from the contract's example of the error. */
const messages: Readonly<Record<string, string>> = {
  'create-plant/1001-missing-body.json': unreadable('is missing or empty').message,
  'create-plant/1001-not-utf-8.json': unreadable('is not valid UTF-8').message,
  'create-plant/1001-forbidden-key.json': unreadable('carries a forbidden key').message,
};

/** The client of the token in each file of events/authorize, or the reason to refuse it. */
const decisions: Readonly<Record<string, { allowed: string } | { refused: string }>> = {
  'valid.json': { allowed: developmentClient },
  'unknown.json': { refused: 'unknown' },
  'expired.json': { refused: 'expired' },
  'revoked.json': { refused: 'revoked' },
  'malformed.json': { refused: 'malformed' },
  'missing-scheme.json': { refused: 'malformed' },
};

/** The answer to an event, by its path in events/, and the reason in the log if a token is refused. */
interface Outcome {
  readonly event: string;
  readonly returned: object;
  readonly refused?: string;
}

/** JSON.parse itself rounds integers beyond 2 ** 53. */
function keepDigits(_: string, value: unknown, { source }: { source: string }): unknown {
  return Number.isInteger(value) ? JSON.rawJSON(source) : value;
}

const headers = { 'content-type': 'application/json' };

/**
 * The outcomes of an operation. An event that is named after an error gets its example of the contract, any other one
 * what `success` returns. They are in an order in which the events have these answers: errors come last.
 */
function operationOutcomes(name: LiveName, success: (event: GatewayEvent) => object): Outcome[] {
  const errors = routes
    .filter(({ functionName }) => functionName === name)
    .flatMap(({ method, path }) => failuresOf(contract.paths[path][method.toLowerCase()]));
  return eventFiles(folderOf(name))
    .toReversed()
    .map((event) => {
      const [, code] = /\/(\d+)-/.exec(event) ?? [];
      if (code === undefined) return { event, returned: success(readEvent(event)) };
      const { status, example } = documented(Number(code), errors);
      const body = JSON.stringify({ ...example, message: messages[event] ?? example.message });
      return { event, returned: { statusCode: status, headers, body } };
    });
}

/** The plant that was sent, without its id. */
function createPlantAnswer({ body: sent = '', isBase64Encoded }: GatewayEvent) {
  const text = `${Buffer.from(sent, isBase64Encoded ? 'base64' : 'utf8')}`;
  const plant = JSON.parse(text, keepDigits as (name: string, value: unknown) => unknown);
  const body = JSON.stringify(picked(plant, createPlantAnswerFields));
  return { statusCode: 200, headers, body };
}

const authorizeOutcomes = eventFiles('authorize').map((event): Outcome => {
  const decision = decisions[event.replace('authorize/', '')];
  if (decision === undefined) throw new Error(`expected.ts has no decision for ${event}`);
  if ('refused' in decision) return { event, returned: { isAuthorized: false }, ...decision };
  const lastFour = readEvent(event).identitySource[0].slice(-4);
  const context = { client: decision.allowed, lastFour };
  return { event, returned: { isAuthorized: true, context } };
});

const byFunction: Readonly<Record<LiveName, readonly Outcome[]>> = {
  // In one table: as in a new data folder.
  CreatePlant: operationOutcomes('CreatePlant', createPlantAnswer),
  Authorize: authorizeOutcomes,
};

/** The outcome of each event, with the function that it is for. */
export const outcomes = Object.entries(byFunction).flatMap(([name, all]) =>
  all.map((outcome) => ({ name: name as LiveName, ...outcome })),
);
