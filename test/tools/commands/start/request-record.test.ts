import { expect, it } from 'vitest';
import {
  type RequestRecord,
  requestLine,
  requestRecord,
} from '../../../../tools/commands/start/request-record.ts';
import { redacted } from '../../../../tools/commands/terminal/printable.ts';
import { generateToken } from '../../../../tools/commands/token/generate-token.ts';

type Arguments = Parameters<typeof requestRecord>;

const token = generateToken();
const request: Arguments[0] = {
  id: 'an-id',
  method: 'POST',
  target: `/plants/${token}?token=secret?`,
  protocol: 'HTTP/1.1',
  rawHeaders: [],
  body: Buffer.alloc(0),
  sourceIp: '127.0.0.1',
  port: 3000,
  receivedAt: 1_000,
};
const invocation = {
  result: { kind: 'returned', payload: '' },
  cold: false,
  logs: ['one', 'two'],
} as const;
const fault = { errorType: 'RangeError', errorMessage: 'far', trace: [] };

function record(status: number, body: string | Buffer, parts: Partial<Arguments[1]> = {}) {
  const answer = { status, headers: [], body };
  return requestRecord(request, { answer, context: null, invocations: [], ...parts }, 12);
}

it('the record has the request and the answer, without the query and without a token of the path', () => {
  expect(record(200, '{"error":1}')).toEqual({
    method: 'POST',
    path: redacted(`/plants/${token}`),
    status: 200,
    milliseconds: 12,
    logs: [],
  });
});

it.each([
  [Buffer.from('{"error":1004}'), 1004],
  ['{"error":"1004"}', undefined],
  ['', undefined],
])('the record of the answer %j has the code %j', (body, error) => {
  expect(record(400, body).error).toBe(error);
});

const failed = { result: { kind: 'failed', fault }, cold: false, logs: ['three'] } as const;
it.each([
  [{ context: { client: 'garden' } }, { client: 'garden' }],
  [{ context: { client: 7 } }, { client: undefined }],
  [{ invocations: [invocation] }, { cold: false }],
  [{ invocations: [invocation, { ...invocation, cold: true }] }, { cold: true }],
  [{ invocations: [invocation, failed] }, { logs: ['one', 'two', 'three', 'RangeError: far'] }],
])('the record of %o has %o', (parts, expected) => {
  expect(record(500, '', parts)).toMatchObject(expected);
});

const answered: RequestRecord = {
  method: 'POST',
  path: '/plants',
  status: 200,
  error: undefined,
  milliseconds: 12,
  cold: false,
  client: 'garden',
  logs: [],
};

it.each([
  [{}, /^POST \/plants <green>200 12 ms warm garden$/],
  [{ cold: true, error: 1004, status: 400 }, /<yellow>400 .*1004 .*<cyan>/],
  [{ status: 401, client: undefined, cold: undefined }, /<yellow>401 [^<]*$/],
  [{ status: 499 }, /<yellow>499 /],
  [{ status: 500 }, /<red>500 /],
  [
    { path: '/\u001b[2J', client: 'a\rb', logs: ['\u009bK', 'tab\tstays'] },
    /\/\P{Cc}\[2J .* a\P{Cc}b\n +<dim>\P{Cc}K\n +<dim>tab\tstays$/u,
  ],
])('the line with %j', (parts, line) => {
  const text = requestLine({ ...answered, ...parts }, (colour, part) => `<${colour}>${part}`);
  expect(text).toMatch(line);
});
