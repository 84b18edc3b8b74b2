import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Hook } from '../../dynamodb-proxy.ts';

/** The function's answer during a fault: the same as without it, or a failure of the store or of this service. */
type Outcome = 'unharmed' | 'unavailable' | 'unexpected';

/** A fault: while a connection is made (`dial`), or with a request that has arrived (`answer`). */
export interface Fault {
  /** If one request hits the fault, and if all do. */
  readonly once: Outcome;
  readonly always: Outcome;
  /** The cause in the log line. */
  readonly cause: RegExp;
  readonly dial?: 'refused' | 'unknown';
  readonly answer?: Hook;
}

/** A fault that the function survives by another attempt, if it is not there always. */
function passing(cause: RegExp, fault: Pick<Fault, 'dial' | 'answer'>): Fault {
  return { once: 'unharmed', always: 'unavailable', cause, ...fault };
}

function lasting(outcome: Outcome, cause: RegExp, answer: Hook): Fault {
  return { once: outcome, always: outcome, cause, answer };
}

const reset: Hook = ({ socket }) => socket?.resetAndDestroy();
const hang: Hook = () => {};

function afterApply(hook: Hook): Hook {
  return async (response, apply, call) => {
    await apply();
    await hook(response, apply, call);
  };
}

/** The store does the request and answers it, but the answer changes on its way. */
function altered(alter: (response: ServerResponse, answer: Answer) => unknown): Hook {
  return async (response, apply) => alter(response, await apply());
}

/** Sends the answer without its first byte, but with its length. */
function half(then: (response: ServerResponse) => unknown): Hook {
  return altered((response, { headers, body }) =>
    response
      .writeHead(200, { ...headers, 'content-length': body.length })
      .write(body.subarray(1), () => then(response)),
  );
}

function send(status: number, body: string, headers: Record<string, string>): Hook {
  return (response) => response.writeHead(status, headers).end(body);
}

const timeout = /timed out|exceeded the configured 1000 ms/;
const refusal =
  '{"__type":"AccessDeniedException","message":"User: arn:aws:sts::1:x is not authorized"}';

/**
 * Faults that only real sockets have, and answers that the SDK reads in its own way. Wrong answers of all kinds are in
 * test/functions/shared/checksum.test.ts, and in the stories.
 */
export const faults: Readonly<Record<string, Fault>> = {
  'an answer a byte at a time': lasting(
    'unavailable',
    /out of time|AbortError/,
    altered(async (response, { headers }) => {
      response.writeHead(200, headers);
      while (!response.destroyed) {
        response.write(' ');
        await sleep(300);
      }
    }),
  ),
  'a slow answer': lasting(
    'unharmed',
    /./,
    altered(async (response, { status, headers, body }) => {
      await sleep(900);
      response.writeHead(status, headers).end(body);
    }),
  ),
  'connection refused': passing(/ECONNREFUSED/, { dial: 'refused' }),
  'DNS failure': passing(/ENOTFOUND/, { dial: 'unknown' }),
  'reset before apply': passing(/ECONNRESET/, { answer: reset }),
  'reset after apply': passing(/ECONNRESET/, { answer: afterApply(reset) }),
  'reset within the answer': passing(/aborted/, {
    answer: half(({ socket }) => socket?.resetAndDestroy()),
  }),
  'hang before apply': passing(timeout, { answer: hang }),
  'hang after apply': passing(timeout, { answer: afterApply(hang) }),
  'hang within the answer': passing(timeout, { answer: half(() => {}) }),
  'HTML 503': passing(/SyntaxError/, {
    answer: send(503, '<html></html>', { 'content-type': 'text/html' }),
  }),
  'HTML 400': lasting(
    'unavailable',
    /SyntaxError/,
    send(400, '<html></html>', { 'content-type': 'text/html' }),
  ),
  'redirect 302': lasting(
    'unexpected',
    /Unknown/,
    send(302, '', { location: 'http://127.0.0.1:1/' }),
  ),
  'access denied': lasting(
    'unexpected',
    /AccessDeniedException/,
    send(400, refusal, { 'content-type': 'application/x-amz-json-1.0' }),
  ),
};
