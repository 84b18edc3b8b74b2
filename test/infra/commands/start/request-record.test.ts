import { describe, expect, it } from 'vitest';
import { generateToken, lastFour } from '../../../../functions/authorize/token.ts';
import {
  type RequestRecord,
  requestLine,
  requestRecord,
} from '../../../../infra/commands/start/request-record.ts';

type Arguments = Parameters<typeof requestRecord>;

const request: Arguments[0] = {
  id: 'an-id',
  method: 'POST',
  target: '/plants?token=secret?',
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
  return requestRecord(
    request,
    { answer: { status, headers: [], body }, context: null, invocations: [], ...parts },
    12,
  );
}

describe('the record of a request', () => {
  it('tells what was asked and answered, without the query', () => {
    expect(record(200, '{"error":1}')).toEqual({
      requestId: 'an-id',
      method: 'POST',
      path: '/plants',
      status: 200,
      milliseconds: 12,
      logs: [],
    });
  });

  it('shows no token that was sent in the path', () => {
    const token = generateToken();
    const target = `/plants/${token}/x`;
    const answer = { status: 404, headers: [], body: '' };
    const { path } = requestRecord(
      { ...request, target },
      { answer, context: null, invocations: [] },
      12,
    );
    expect(path).toBe(`/plants/plant_…${lastFour(token)}/x`);
  });

  it('tells the code of an Error', () => {
    expect(record(400, '{"error":1004}').error).toBe(1004);
    expect(record(400, Buffer.from('{"error":1004}')).error).toBe(1004);
  });

  it.each(['{"error":"1004"}', '{"message":"Forbidden"}', 'text', ''])(
    'tells no code of %j',
    (body) => {
      expect(record(400, body)).not.toHaveProperty('error');
    },
  );

  it('tells the client, where the authorizer named one', () => {
    expect(record(200, '', { context: { client: 'garden' } }).client).toBe('garden');
    expect(record(200, '', { context: { client: 7 } })).not.toHaveProperty('client');
  });

  it('is cold where any of its functions was', () => {
    const cold = { ...invocation, cold: true };
    expect(record(200, '', { invocations: [invocation] }).cold).toBe(false);
    expect(record(200, '', { invocations: [invocation, cold] }).cold).toBe(true);
  });

  it('has the logs of all its functions, and how they failed', () => {
    const failed = { result: { kind: 'failed', fault }, cold: false, logs: ['three'] } as const;
    expect(record(500, '', { invocations: [invocation, failed] }).logs).toEqual([
      'one',
      'two',
      'three',
      'RangeError: far',
    ]);
  });
});

function plain(_: string, text: string) {
  return text;
}
function marked(colour: string, text: string) {
  return `<${colour}>${text}`;
}

const told: RequestRecord = {
  requestId: 'ZhNHJhhLjoEEPiw=',
  method: 'POST',
  path: '/plants',
  status: 200,
  milliseconds: 12,
  cold: false,
  client: 'garden',
  logs: [],
};

describe('the line of a request', () => {
  it('says what happened', () => {
    expect(requestLine(told, plain)).toBe('POST /plants 200 12 ms warm garden');
    expect(requestLine({ ...told, status: 400, error: 1004, cold: true }, plain)).toBe(
      'POST /plants 400 error 1004 12 ms cold garden',
    );
  });

  it('leaves out what there is not', () => {
    const { client: _, cold: __, ...refused } = { ...told, status: 401 };
    expect(requestLine(refused, plain)).toBe('POST /plants 401 12 ms');
  });

  it('has the logs of the functions below it, indented', () => {
    expect(requestLine({ ...told, logs: ['{"a":1}', 'two'] }, plain).split('\n')).toEqual([
      'POST /plants 200 12 ms warm garden',
      '    {"a":1}',
      '    two',
    ]);
  });

  it('is coloured by the kind of its status', () => {
    const of = (status: number) => requestLine({ ...told, status }, marked);
    expect(of(200)).toContain('<green>200');
    expect(of(400)).toContain('<yellow>400');
    expect(of(499)).toContain('<yellow>499');
    expect(of(500)).toContain('<red>500');
  });

  it('shows a cold start, and keeps the logs back', () => {
    const line = requestLine({ ...told, cold: true, logs: ['a log'] }, marked);
    expect(line).toBe('POST /plants <green>200 12 ms <cyan>cold garden\n    <dim>a log');
  });

  it('cannot steer the terminal', () => {
    const hostile = {
      ...told,
      path: '/\u001b[2J',
      client: 'a\rb',
      logs: ['\u009bK', 'tab\tstays'],
    };
    expect(requestLine(hostile, plain)).toBe(
      'POST /\ufffd[2J 200 12 ms warm a\ufffdb\n    \ufffdK\n    tab\tstays',
    );
  });
});
