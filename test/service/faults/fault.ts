import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { Answer, Hook } from '../../dynamodb-proxy.ts';

/** The function's answer during a fault: the same as without it, or a failure of the store or of this service. */
type Outcome = 'unharmed' | 'unavailable' | 'unexpected';

interface Result {
  /** If one request hits the fault, and if all do. */
  readonly once: Outcome;
  readonly always: Outcome;
  /** The cause in the log line. */
  readonly cause: RegExp;
}

/** A fault: while a connection is made (`dial`), or with a request that has arrived (`answer`). */
export interface Fault extends Result {
  readonly dial?: 'refused' | 'unknown';
  readonly answer?: Hook;
}

function repeated(cause: RegExp): Result {
  return { once: 'unharmed', always: 'unavailable', cause };
}
function ours(cause: RegExp): Result {
  return { once: 'unexpected', always: 'unexpected', cause };
}
const harmless: Result = { once: 'unharmed', always: 'unharmed', cause: /./ };

const checksum = /does not match its checksum/;
const foreign = /has no checksum, and is not complete JSON/;
const empty = /The answer is empty/;
const timeout = /timed out|exceeded the configured 1000 ms/;

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

function send(status: number, body: string, headers: Record<string, string> = {}): Hook {
  return (response) => response.writeHead(status, headers).end(body);
}

function error(type: string, message: string, status = 400): Hook {
  const body = JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, message });
  const headers = { 'content-type': 'application/x-amz-json-1.0', 'x-amz-crc32': `${crc32(body)}` };
  return send(status, body, headers);
}

/** Sends the answer without its first byte, but with its length. */
function half(then: (response: ServerResponse) => unknown): Hook {
  return altered((response, { headers, body }) =>
    response
      .writeHead(200, { ...headers, 'content-length': body.length })
      .write(body.subarray(1), () => then(response)),
  );
}

const html = '<html><body><h1>Service Unavailable</h1></body></html>';
const asHtml = { 'content-type': 'text/html' };
const serverError = error('InternalServerError', 'Internal server error', 500);

export const faults: Readonly<Record<string, Fault>> = {
  'an answer a byte at a time': {
    once: 'unavailable',
    always: 'unavailable',
    cause: /out of time|AbortError/,
    answer: altered(async (response, { headers }) => {
      response.writeHead(200, headers);
      while (!response.destroyed) {
        response.write(' ');
        await sleep(300);
      }
    }),
  },
  'connection refused': { ...repeated(/ECONNREFUSED/), dial: 'refused' },
  'DNS failure': { ...repeated(/ENOTFOUND/), dial: 'unknown' },
  'reset before apply': { ...repeated(/ECONNRESET/), answer: reset },
  'reset after apply': { ...repeated(/ECONNRESET/), answer: afterApply(reset) },
  'reset within the answer': {
    ...repeated(/aborted/),
    answer: half(({ socket }) => socket?.resetAndDestroy()),
  },
  'hang before apply': { ...repeated(timeout), answer: hang },
  'hang after apply': { ...repeated(timeout), answer: afterApply(hang) },
  'hang within the answer': { ...repeated(timeout), answer: half(() => {}) },
  'slow by 900 ms': {
    ...harmless,
    answer: altered(async (response, { status, headers, body }) => {
      await sleep(900);
      response.writeHead(status, headers).end(body);
    }),
  },
  ProvisionedThroughputExceeded: {
    ...repeated(/ProvisionedThroughputExceeded/),
    answer: error('ProvisionedThroughputExceededException', 'The level of configured throughput'),
  },
  Throttling: {
    ...repeated(/ThrottlingException/),
    answer: error('ThrottlingException', 'Rate of requests exceeds the allowed'),
  },
  'InternalServerError 500': { ...repeated(/InternalServerError/), answer: serverError },
  'InternalServerError 500 after apply': {
    ...repeated(/InternalServerError/),
    answer: afterApply(serverError),
  },
  'HTML 503': { ...repeated(/SyntaxError/), answer: send(503, html, asHtml) },
  'HTML 200': { ...repeated(foreign), answer: send(200, html) },
  'garbage 200': { ...repeated(foreign), answer: send(200, '\0\xff{{{') },
  'truncated 200': {
    ...repeated(checksum),
    answer: altered((response, { headers, body }) =>
      response.writeHead(200, headers).end(body.subarray(0, -1)),
    ),
  },
  'empty 200': { ...repeated(empty), answer: send(200, '') },
  'empty object 200': { ...repeated(foreign), answer: send(200, '{}') },
  'empty object 200 with the checksum of another answer': {
    ...repeated(checksum),
    answer: send(200, '{}', { 'x-amz-crc32': '1' }),
  },
  'an answer without its checksum': {
    ...harmless,
    answer: altered((response, { status, headers: { 'x-amz-crc32': _, ...headers }, body }) =>
      response.writeHead(status, headers).end(body),
    ),
  },
  'no content 204': { ...repeated(empty), answer: send(204, '') },
  'unreadable 400': {
    once: 'unavailable',
    always: 'unavailable',
    cause: /SyntaxError/,
    answer: send(400, html, asHtml),
  },
  'unknown 400': {
    ...ours(/SomethingNewException/),
    answer: error('SomethingNewException', 'Something new'),
  },
  'redirect 302': {
    ...ours(/Unknown/),
    answer: send(302, '', { location: 'http://127.0.0.1:1/' }),
  },
  'expired credentials': {
    ...ours(/ExpiredTokenException/),
    answer: error('ExpiredTokenException', 'The security token included in the request is expired'),
  },
  'table missing': {
    ...ours(/ResourceNotFoundException/),
    answer: error('ResourceNotFoundException', 'Requested resource not found'),
  },
  'access denied': {
    ...ours(/AccessDeniedException/),
    answer: error('AccessDeniedException', 'User: arn:aws:sts::1:x is not authorized to perform'),
  },
};
