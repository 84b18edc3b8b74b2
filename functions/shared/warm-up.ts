import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { DocumentClient } from './document-client.ts';

/** The longest delay of an init if the store does not answer. */
export const longestMilliseconds = 500;

/** Makes a call like the first one, with a client that reads and writes nothing. */
type FirstCall = (dynamodb: DocumentClient) => Promise<unknown>;

// Authorize takes it for a valid token: a refusal would be logged. A write does not read it.
// Stryker disable next-line StringLiteral: only that they are texts matters.
const answer = { Item: { client: 'warm-up', lastFour: '0000' } };

/**
 * Does the first call's work in init: there, Lambda gives a full core and no client waits. It opens the
 * connection that the SDK will use, and compiles the code of a call. It writes nothing and never fails.
 */
export async function warmUpClient(dynamodb: DocumentClient, call: FirstCall) {
  const timeout = AbortSignal.timeout(longestMilliseconds);
  // Stryker disable next-line ArrayDeclaration: any other value in the list counts as settled.
  const healthChecks: Promise<unknown>[] = [];
  const send = async (command: PutCommand) => {
    command.middlewareStack.add(sendHealthCheckInstead(healthChecks), beforeTheAgent);
    await dynamodb.send(command, { abortSignal: timeout }).catch(() => {});
    return answer;
  };
  const warmUp = async () => {
    await call({ send } as DocumentClient).catch(() => {});
    await Promise.allSettled(healthChecks);
  };
  await Promise.race([warmUp(), once(timeout, 'abort')]);
}

const beforeTheAgent = {
  name: 'sendHealthCheckInstead',
  step: 'deserialize',
  priority: 'low',
  override: true, // a document command adds its middleware twice
} as const;

// The request is built and signed. Send an unsigned `GET /` instead: the connection opens, nothing is
// written. DynamoDB answers it without credentials. Only the commands of a warm-up have this middleware.
function sendHealthCheckInstead(healthChecks: Promise<unknown>[]): Middleware {
  return (next) => async (args) => {
    // Stryker disable next-line StringLiteral: Node sends the same for empty strings.
    const healthCheck = { method: 'GET', path: '/', headers: {}, body: undefined };
    const sent = next({ ...args, request: Object.assign({}, args.request, healthCheck) });
    // Read to its end, so that the first call can use the connection.
    healthChecks.push(sent.then(({ response }) => buffer((response as { body: Readable }).body)));
    const headers = { 'x-amzn-requestid': 'warm-up' };
    // So the code that reads an item is also compiled.
    const body = Buffer.from('{"Item":{"client":{"S":"warm-up"}}}');
    const response = { statusCode: 200, headers, body };
    return { response } as Awaited<typeof sent>;
  };
}

type Middleware = Parameters<PutCommand['middlewareStack']['add']>[0];
