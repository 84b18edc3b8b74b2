import { randomUUID } from 'node:crypto';
import inspector from 'node:inspector';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import type { Context } from 'aws-lambda';
import * as service from '../../functions/service.ts';
import { Problem } from '../../infra/project/problem.ts';
import { projectFolder } from '../../infra/project/project-folder.ts';
import type { Invoke } from './gateway.ts';
import { region } from './region.ts';

/** What Lambda tells a function of its call, as far as a function here reads it. */
type CallContext = Pick<Context, 'functionName' | 'awsRequestId' | 'getRemainingTimeInMillis'>;

export type Handler = (event: unknown, context: CallContext) => unknown;

type Handlers = Readonly<Record<service.FunctionName, Handler>>;

/** Loads the functions into this process, from their TypeScript, for the tables at this URL. */
export async function loadFunctions(dynamodbUrl: string): Promise<Invoke> {
  setEnvironment(dynamodbUrl);
  const loaded = Object.entries(service.functions).map(async ([name, { file }]) => {
    const { handler } = (await import(pathToFileURL(join(projectFolder, file)).href)) as {
      readonly handler: Handler;
    };
    if (typeof handler !== 'function') throw new Problem(`${file} exports no handler.`);
    return [name, handler];
  });
  return createInvoke(Object.fromEntries(await Promise.all(loaded)));
}

/**
 * Calls these functions as Lambda does, but only a few at once. They share one thread with the tables: with more, the
 * SDK would wait for an answer longer than its time limit.
 */
export function createInvoke(handlers: Handlers): Invoke {
  const waiting: (() => void)[] = [];
  let running = 0;
  const startNext = () => {
    // With a debugger, one after the other: a pause must not use up the time limits of another call.
    const places = inspector.url() ? 1 : 2;
    if (running >= places) return;
    const start = waiting.shift();
    if (start === undefined) return;
    running += 1;
    start();
  };
  return async (name, event) => {
    const started = new Promise<void>((resolve) => waiting.push(resolve));
    startNext();
    await started;
    try {
      return await callInTime(name, handlers[name], event);
    } finally {
      running -= 1;
      startNext();
    }
  };
}

const day = 24 * 3_600_000;

/** Throws at the time limit of the function. Lambda would end the function then. Here, it goes on without its caller. */
async function callInTime(
  name: service.FunctionName,
  handler: Handler,
  event: object,
): Promise<unknown> {
  const { timeoutSeconds } = service.functions[name];
  // Nothing times out while a debugger holds.
  const limit = inspector.url() ? day : timeoutSeconds * 1_000;
  const deadline = performance.now() + limit;
  const context: CallContext = {
    functionName: name,
    awsRequestId: randomUUID(),
    getRemainingTimeInMillis: () => Math.max(0, deadline - performance.now()),
  };
  const { promise: end, reject } = Promise.withResolvers<never>();
  const timedOut = new Error(`${name} timed out after ${timeoutSeconds} seconds`);
  const timer = setTimeout(reject, limit, timedOut);
  try {
    // Lambda passes both as JSON.
    const answered = handler(JSON.parse(JSON.stringify(event)), context);
    return JSON.parse(JSON.stringify((await Promise.race([answered, end])) ?? null));
  } finally {
    clearTimeout(timer);
  }
}

/** Replaces the variables of AWS, so that no setting of the user reaches the functions: no profile, endpoint or proxy. */
function setEnvironment(dynamodbUrl: string): void {
  for (const name of Object.keys(process.env)) {
    if (name.startsWith('AWS_')) delete process.env[name];
  }
  Object.assign(process.env, {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_SESSION_TOKEN: 'local',
    AWS_CONFIG_FILE: devNull,
    AWS_SHARED_CREDENTIALS_FILE: devNull,
    AWS_ENDPOINT_URL_DYNAMODB: dynamodbUrl,
    // The tables refuse metrics: there is no CloudWatch on this machine.
    AWS_ENDPOINT_URL_CLOUDWATCH: dynamodbUrl,
    // For NODE_USE_ENV_PROXY.
    NO_PROXY: '*',
    no_proxy: '*',
    ...Object.fromEntries(
      Object.entries(service.tables).map(([name, { variable }]) => [variable, name]),
    ),
  });
}

/**
 * The functions log to standard error, one line for each entry: standard output is for the result of a command. They log
 * nothing after `end`.
 */
export function logToStandardError(end?: AbortSignal): void {
  inspect.defaultOptions.breakLength = Number.POSITIVE_INFINITY;
  const { error } = console;
  const print = (...entries: unknown[]) => {
    if (!end?.aborted) error(...entries.map((entry) => withoutUndefined(entry)));
  };
  Object.assign(console, { log: print, info: print, debug: print, warn: print, error: print });
}

/** The JSON of a log on Lambda has no field without a value. An object can hold itself, so this ends at the third level. */
function withoutUndefined(entry: unknown, levels = 3): unknown {
  if (levels === 0 || Object.getPrototypeOf(Object(entry)) !== Object.prototype) return entry;
  const fields = Object.entries(Object(entry)).filter(([, value]) => value !== undefined);
  const shown = fields.map(([name, value]) => [name, withoutUndefined(value, levels - 1)]);
  return Object.fromEntries(shown);
}
