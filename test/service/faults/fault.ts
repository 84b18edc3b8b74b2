import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { Answer, Hook } from '../../dynamodb-proxy.ts';

/** A fault: while a connection is made (`dial`), or with a request that has arrived (`meet`). */
export interface Fault {
  readonly dial?: 'refused' | 'unknown';
  readonly meet?: Hook;
}

const reset: Hook = ({ socket }) => socket?.resetAndDestroy();
const hang: Hook = () => {};
function afterApply(meet: Hook): Hook {
  return async (response, apply, call) => {
    await apply();
    await meet(response, apply, call);
  };
}

const slow: Hook = async (response, apply) => {
  const [{ status, headers, body }] = await Promise.all([apply(), sleep(900)]);
  response.writeHead(status, headers).end(body);
};

/** The store does the request and answers truly, but the answer is altered on its way. */
function altered(alter: (response: ServerResponse, answer: Answer) => unknown): Hook {
  return async (response, apply) => alter(response, await apply());
}

function answer(status: number, body: string, headers: Record<string, string> = {}): Hook {
  return (response) => {
    response.writeHead(status, { 'x-amz-crc32': `${crc32(body)}`, ...headers }).end(body);
  };
}

function says(type: string, message: string, status = 400): Hook {
  return answer(
    status,
    JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, message }),
    {
      'content-type': 'application/x-amz-json-1.0',
    },
  );
}

const html = '<html><body><h1>Service Unavailable</h1></body></html>';
function unsigned(body: string): Hook {
  return (response) => response.writeHead(200).end(body);
}

export const faults = {
  'connection refused': { dial: 'refused' },
  'DNS failure': { dial: 'unknown' },
  'reset before apply': { meet: reset },
  'reset after apply': { meet: afterApply(reset) },
  'hang before apply': { meet: hang },
  'hang after apply': { meet: afterApply(hang) },
  'hang within the answer': {
    meet: altered((response, { headers, body }) =>
      response
        .writeHead(200, { ...headers, 'content-length': body.length })
        .write(body.subarray(1)),
    ),
  },
  'reset within the answer': {
    meet: altered((response, { headers, body }) =>
      response
        .writeHead(200, { ...headers, 'content-length': body.length })
        .write(body.subarray(1), () => response.socket?.resetAndDestroy()),
    ),
  },
  'an answer a byte at a time': {
    meet: altered(async (response, { headers }) => {
      response.writeHead(200, headers);
      while (!response.destroyed) {
        response.write(' ');
        await sleep(300);
      }
    }),
  },
  'slow by 900 ms': { meet: slow },
  ProvisionedThroughputExceeded: {
    meet: says('ProvisionedThroughputExceededException', 'The level of configured throughput'),
  },
  Throttling: { meet: says('ThrottlingException', 'Rate of requests exceeds the allowed') },
  'InternalServerError 500': { meet: says('InternalServerError', 'Internal server error', 500) },
  'InternalServerError 500 after apply': {
    meet: afterApply(says('InternalServerError', 'Internal server error', 500)),
  },
  'HTML 503': { meet: answer(503, html, { 'content-type': 'text/html' }) },
  'HTML 200': { meet: unsigned(html) },
  'garbage 200': { meet: unsigned('\0\xff{{{') },
  'truncated 200': {
    meet: altered((response, { headers, body }) =>
      response.writeHead(200, headers).end(body.subarray(0, -1)),
    ),
  },
  'empty 200': { meet: unsigned('') },
  'empty object 200': { meet: unsigned('{}') },
  'empty object 200 with the checksum of another answer': {
    meet: answer(200, '{}', { 'x-amz-crc32': '1' }),
  },
  'an answer without its checksum': {
    meet: altered((response, { status, headers: { 'x-amz-crc32': _, ...headers }, body }) =>
      response.writeHead(status, headers).end(body),
    ),
  },
  'no content 204': { meet: (response) => response.writeHead(204).end() },
  'unknown 400': { meet: says('SomethingNewException', 'Something new') },
  'unreadable 400': { meet: answer(400, html, { 'content-type': 'text/html' }) },
  'redirect 302': { meet: answer(302, '', { location: 'http://127.0.0.1:1/' }) },
  'expired credentials': {
    meet: says('ExpiredTokenException', 'The security token included in the request is expired'),
  },
  'table missing': { meet: says('ResourceNotFoundException', 'Requested resource not found') },
  'access denied': {
    meet: says('AccessDeniedException', 'User: arn:aws:sts::1:x is not authorized to perform'),
  },
} satisfies Record<string, Fault>;

export type FaultName = keyof typeof faults;
