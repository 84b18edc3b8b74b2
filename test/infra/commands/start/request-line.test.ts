import { describe, expect, it } from 'vitest';
import { requestLine } from '../../../../infra/commands/start/request-line.ts';
import type { RequestRecord } from '../../../../infra/commands/start/request-record.ts';

function plain(_: string, text: string) {
  return text;
}
function marked(colour: string, text: string) {
  return `<${colour}>${text}`;
}

const record: RequestRecord = {
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
    expect(requestLine(record, plain)).toBe('POST /plants 200 12 ms warm garden');
    expect(requestLine({ ...record, status: 400, error: 1004, cold: true }, plain)).toBe(
      'POST /plants 400 error 1004 12 ms cold garden',
    );
  });

  it('leaves out what there is not', () => {
    const { client: _, cold: __, ...refused } = { ...record, status: 401 };
    expect(requestLine(refused, plain)).toBe('POST /plants 401 12 ms');
  });

  it('has the logs of the functions below it, indented', () => {
    expect(requestLine({ ...record, logs: ['{"a":1}', 'two'] }, plain).split('\n')).toEqual([
      'POST /plants 200 12 ms warm garden',
      '    {"a":1}',
      '    two',
    ]);
  });

  it('is coloured by the kind of its status', () => {
    const of = (status: number) => requestLine({ ...record, status }, marked);
    expect(of(200)).toContain('<green>200');
    expect(of(400)).toContain('<yellow>400');
    expect(of(499)).toContain('<yellow>499');
    expect(of(500)).toContain('<red>500');
  });

  it('shows a cold start, and keeps the logs back', () => {
    const line = requestLine({ ...record, cold: true, logs: ['a log'] }, marked);
    expect(line).toBe('POST /plants <green>200 12 ms <cyan>cold garden\n    <dim>a log');
  });

  it('cannot steer the terminal', () => {
    const hostile = {
      ...record,
      path: '/\u001b[2J',
      client: 'a\rb',
      logs: ['\u009bK', 'tab\tstays'],
    };
    expect(requestLine(hostile, plain)).toBe(
      'POST /\ufffd[2J 200 12 ms warm a\ufffdb\n    \ufffdK\n    tab\tstays',
    );
  });
});
