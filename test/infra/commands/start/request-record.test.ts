import { describe, expect, it } from 'vitest';
import { requestRecord } from '../../../../infra/commands/start/request-record.ts';

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
    1_012,
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
