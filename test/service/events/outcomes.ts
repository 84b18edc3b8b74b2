import { basename } from 'node:path';
import { unreadable } from '../../../functions/http/failure.ts';
import type { GatewayEvent } from '../../../functions/http/gateway-event.ts';
import { authorizer, type LiveName } from '../../../functions/service.ts';
import { developmentClient } from '../../../tools/commands/token/development-token.ts';
import { contract, key } from '../../../tools/test/setup/contract.ts';
import { documented, failuresOf } from '../../setup/documented-failures.ts';
import type { Item, Received } from '../../setup/effect.ts';
import { eventFiles, folderOf, readEvent } from '../../setup/event-files.ts';
import { type Operation, operations } from '../../setup/operations.ts';

// The outcome of each file in events/: in the bundles (test/service/events), and in AWS's own images (test/service/sam).

/** The errors that no request of a client can get: 1005, if openapi.yaml bounds each field so that no body is too large. */
export const withoutEvent: readonly number[] = [];

/** The messages that differ from the contract's example of the error, by the names of their events. */
const messages: Readonly<Record<string, string>> = {
  '1001-missing-body.json': unreadable('is missing or empty').message,
  '1001-not-utf-8.json': unreadable('is not valid UTF-8').message,
  '1001-forbidden-key.json': unreadable('carries a forbidden key').message,
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

/** The answer of a function to an event, by its path in events/, and the reason in the log if a token is refused. */
interface Outcome {
  readonly name: LiveName;
  readonly event: string;
  readonly returned: object;
  readonly refused?: string;
}

const headers = { 'content-type': 'application/json' };

/** What the events have stored, by its key: they are for one table, as in a new data folder. */
const items = new Map<string, Item | undefined>();

/**
 * The outcomes of an operation. An event that is named after an error gets its example of the contract, any other one
 * what effect.ts says. They are in the order that events/README.md promises: each one finds what those before have stored.
 */
function operationOutcomes({ functionName: name, method, path, effect }: Operation): Outcome[] {
  const errors = failuresOf(contract.paths[path][method.toLowerCase()]);
  return eventFiles(folderOf(name))
    .toReversed()
    .map((event) => {
      const [, code] = /\/(\d+)-/.exec(event) ?? [];
      if (code !== undefined) {
        const { status, example } = documented(Number(code), errors);
        const message = messages[basename(event)] ?? example.message;
        const body = JSON.stringify({ ...example, message });
        return { name, event, returned: { statusCode: status, headers, body } };
      }
      const request = requestOf(readEvent(event));
      const id = keyIn(request);
      const { answer, stored } = effect(items.get(id), request);
      items.set(id, stored);
      const { status: statusCode, body, error } = answer;
      if (error !== undefined) throw new Error(`The name of ${event} must begin with ${error}-`);
      const isEmpty = body === undefined;
      return {
        name,
        event,
        returned: { statusCode, headers: isEmpty ? {} : headers, body: body ?? '' },
      };
    });
}

function requestOf({ body: sent, isBase64Encoded, pathParameters, requestContext }: GatewayEvent) {
  const text = sent && `${Buffer.from(sent, isBase64Encoded ? 'base64' : 'utf8')}`;
  const body = text && JSON.parse(text, keepDigits);
  return { body, pathParameters, ...requestContext.authorizer.lambda, time: '' } as Received;
}

/** JSON.parse itself rounds integers beyond 2 ** 53. */
function keepDigits(_: string, value: unknown, { source }: { source?: string }): unknown {
  return Number.isInteger(value) ? BigInt(`${source}`) : value;
}

/** The key of the item that a request is about. */
function keyIn({ pathParameters = {}, body }: Received): string {
  const [inPath] = Object.values(pathParameters);
  return inPath ?? `${Object(body)[key]}`;
}

const name = authorizer.functionName;
const authorizeOutcomes = eventFiles(folderOf(name)).map((event): Outcome => {
  const decision = decisions[basename(event)];
  if (decision === undefined) throw new Error(`outcomes.ts has no decision for ${event}`);
  if ('refused' in decision) {
    return { name, event, returned: { isAuthorized: false }, ...decision };
  }
  const lastFour = readEvent(event).identitySource[0].slice(-4);
  const context = { client: decision.allowed, lastFour };
  return { name, event, returned: { isAuthorized: true, context } };
});

/** The outcome of each event, with the function that it is for. Events of one function find what those before have left. */
export const outcomes = [...operations.flatMap(operationOutcomes), ...authorizeOutcomes];
