import { describe, expect, it } from 'vitest';
import { takeOverConsole } from '../../../../tools/local/lambda/log-format.ts';
import { testFleet } from './test-fleet.ts';

/** Returns the lines that Lambda logs for calls of console. */
function logged(use: (target: Console) => void, level = 'INFO'): Record<string, unknown>[] {
  const target = {} as Console;
  const lines: string[] = [];
  const write = (line: string) => lines.push(line);
  takeOverConsole(target, { level, requestId: () => 'an-id', write });
  use(target);
  return lines.map((line) => JSON.parse(line));
}

const loop: Record<string, unknown> = {};
loop['loop'] = loop;
const stackTrace = expect.arrayContaining([expect.stringMatching(/^ {4}at .+$/)]);
const down = Object.assign(new Error('down'), { code: 'ECONNREFUSED' });

describe('the JSON log format', () => {
  it('has time, level, request id and message', () => {
    const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const line = { timestamp, level: 'INFO', requestId: 'an-id', message: 'ready' };
    expect(logged((it) => it.info('ready'))).toEqual([line]);
  });

  it.each<[unknown[], object]>([
    [
      [{ error: 1000, cause: new RangeError('far') }],
      {
        message: {
          error: 1000,
          cause: { errorType: 'RangeError', errorMessage: 'far', stackTrace },
        },
      },
    ],
    [[down], { message: { errorType: 'Error', errorMessage: 'down', code: 'ECONNREFUSED' } }],
    [
      ['%s failed', 'it', new TypeError('broken')],
      {
        message: expect.stringMatching(/^it failed TypeError: broken/),
        ...{ errorType: 'TypeError', errorMessage: 'broken' },
      },
    ],
    [[loop], { message: expect.stringContaining('[Circular') }],
  ])('of %o is %o', (values, expected) => {
    expect(logged((it) => it.error(...values))[0]).toMatchObject({ level: 'ERROR', ...expected });
  });

  it.each([
    ['TRACE', ['TRACE', 'DEBUG', 'INFO', 'INFO', 'WARN', 'ERROR']],
    ['INFO', ['INFO', 'INFO', 'WARN', 'ERROR']],
    ['ERROR', ['ERROR']],
    ['FATAL', []],
  ])('obeys the log level %s', (level, expected) => {
    const methods = ['trace', 'debug', 'info', 'log', 'warn', 'error'] as const;
    const lines = logged((it) => methods.forEach((method) => void it[method](1)), level);
    expect(lines.map((line) => line['level'])).toEqual(expected);
  });
});

it('each invocation gets its own lines with its own request id, also lines that do not come from console', async () => {
  const fleet = testFleet(`exports.handler = async ({ name }, { awsRequestId }) => {
    console.log(name);
    process.stdout.write('raw ' + name + '\\n');
    process.stderr.write('cut off ' + name);
    return awsRequestId;
  };`);
  for (const name of ['one', 'two']) {
    const { logs, value } = await fleet.invoke({ name });
    expect(JSON.parse(logs[0] ?? '')).toMatchObject({ message: name, requestId: value });
    expect(logs[1]).toBe(`raw ${name}`);
  }
});
