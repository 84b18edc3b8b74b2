import { randomUUID } from 'node:crypto';
import inspector from 'node:inspector';
import type { Context } from 'aws-lambda';
import { type FunctionName, functions } from '../../functions/service.ts';

/** Calls a function with an event, and returns what the function returns. */
export type Invoke = (name: FunctionName, event: object) => Promise<unknown>;

/** What Lambda tells a function of its call, as far as a function here reads it. */
type CallContext = Pick<Context, 'functionName' | 'awsRequestId' | 'getRemainingTimeInMillis'>;

export type Handler = (event: unknown, context: CallContext) => unknown;

type Handlers = Readonly<Record<FunctionName, Handler>>;

/**
 * Calls these functions as Lambda does, but at most two at once. They share one thread with the tables: with more, the
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
async function callInTime(name: FunctionName, handler: Handler, event: object): Promise<unknown> {
  const { timeoutSeconds } = functions[name];
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
