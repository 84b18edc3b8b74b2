import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { DocumentClient } from './document-client.ts';

/** The longest delay of an init if the store does not answer. */
export const longestMilliseconds = 500;

/** Any command. The warm-up uses only what all commands have, and TypeScript needs the type of one. */
type Command = PutCommand;

/** Makes a call like the first one, with a client that reads and writes nothing. */
type FirstCall = (standIn: DocumentClient) => Promise<unknown>;

/**
 * Does the first call's work in init: there, Lambda gives a full core and no client waits. It writes nothing and never
 * fails. For the command of the call:
 * 1. The SDK builds and signs the request, so that Node compiles this code.
 * 2. A health check is sent in its place. It opens the connection that the SDK will use.
 * 3. The SDK reads an answer that is made up, so that Node compiles this code, too.
 * 4. The call gets another answer that is made up, whatever happened.
 * 5. At its end, the true answers are read.
 */
export async function warmUpClient(dynamodb: DocumentClient, call: FirstCall) {
  const timeout = AbortSignal.timeout(longestMilliseconds);
  // Stryker disable next-line ArrayDeclaration: any other value in the list counts as settled.
  const healthChecks: Promise<unknown>[] = [];
  const send = async (command: Command) => {
    command.middlewareStack.add(sendHealthCheckInstead(healthChecks), nextToTheSocket);
    await dynamodb.send(command, { abortSignal: timeout }).catch(() => {});
    return answerToTheCall;
  };
  const warmUp = async () => {
    await call({ send } as DocumentClient).catch(() => {});
    await Promise.allSettled(healthChecks);
  };
  await Promise.race([warmUp(), once(timeout, 'abort')]);
}

// Authorize takes it for a valid token: a refusal would be logged. A write does not read it.
// Stryker disable next-line StringLiteral: only that they are texts matters.
const answerToTheCall = { Item: { client: 'warm-up', lastFour: '0000' } };

function answerToTheSdk() {
  return {
    statusCode: 200,
    // Without it, verified-answers.ts would take the answer for one of something on the way.
    headers: { 'x-amzn-requestid': 'warm-up' },
    // With an item, so that the code that reads an item is also compiled.
    body: Buffer.from('{"Item":{"client":{"S":"warm-up"}}}'),
  };
}

type Middleware = Parameters<Command['middlewareStack']['add']>[0];

// Of one step and priority, the middleware of a command is nearer to the socket than those of its client.
const nextToTheSocket = {
  name: 'sendHealthCheckInstead',
  step: 'deserialize',
  priority: 'low',
  // Two of the same name would be an error, and a document command joins its own stack twice:
  // https://github.com/aws/aws-sdk-js-v3/blob/main/lib/lib-dynamodb/src/commands/PutCommand.ts
  override: true,
} as const;

/**
 * In place of the signed request, sends an unsigned `GET /`: the connection opens, nothing is written. DynamoDB answers it
 * without credentials. Only the commands of a warm-up have this middleware.
 */
function sendHealthCheckInstead(healthChecks: Promise<unknown>[]): Middleware {
  return (next) => async (args) => {
    // Stryker disable next-line StringLiteral: Node sends the same for empty strings.
    const healthCheck = { method: 'GET', path: '/', headers: {}, body: undefined };
    const sent = next({ ...args, request: Object.assign({}, args.request, healthCheck) });
    // Read to its end, so that the first call can use the connection.
    healthChecks.push(sent.then(({ response }) => buffer((response as { body: Readable }).body)));
    return { response: answerToTheSdk() } as Awaited<typeof sent>;
  };
}
