import { describe, expect, it } from 'vitest';
import { takeOverConsole } from '../../../../infra/local/lambda/log-format.ts';
import { testFleet } from './test-fleet.ts';

/** What Lambda would log for some calls on console. */
function logged(
  use: (target: Console) => void,
  { json = true, level = 'INFO' } = {},
): Record<string, unknown>[] {
  const target = {} as Console;
  const lines: string[] = [];
  const write = (line: string) => lines.push(line);
  takeOverConsole(target, { json, level, requestId: () => 'an-id', write });
  use(target);
  return lines.map((line) => (json ? JSON.parse(line) : { line }));
}

describe('the JSON log format', () => {
  it('has time, level, request id and message', () => {
    expect(logged((it) => it.info('ready'))).toEqual([
      {
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        level: 'INFO',
        requestId: 'an-id',
        message: 'ready',
      },
    ]);
  });

  it('keeps an object as the message', () => {
    const [line] = logged((it) => it.error({ error: 1000, cause: new RangeError('far') }));
    expect(line).toMatchObject({
      level: 'ERROR',
      message: {
        error: 1000,
        cause: { errorType: 'RangeError', errorMessage: 'far', stackTrace: expect.any(Array) },
      },
    });
  });

  it('keeps the own properties of an error', () => {
    const error = Object.assign(new Error('down'), { code: 'ECONNREFUSED' });
    expect(logged((it) => it.warn(error))[0]).toMatchObject({
      level: 'WARN',
      message: { errorType: 'Error', errorMessage: 'down', code: 'ECONNREFUSED' },
    });
  });

  it('joins several values, and shows an error among them', () => {
    const [line] = logged((it) => it.log('%s failed', 'it', new TypeError('broken')));
    expect(line).toMatchObject({ level: 'INFO', errorType: 'TypeError', errorMessage: 'broken' });
    expect(line?.['message']).toMatch(/^it failed TypeError: broken/);
  });

  it('survives what JSON cannot hold', () => {
    const loop: Record<string, unknown> = {};
    loop['loop'] = loop;
    expect(logged((it) => it.log(loop))[0]?.['message']).toContain('[Circular');
  });

  it('heeds the log level', () => {
    const use = (it: Console) => {
      for (const method of ['trace', 'debug', 'info', 'log', 'warn', 'error'] as const)
        it[method](1);
    };
    const levels = (level: string) => logged(use, { level }).map((line) => line['level']);
    expect(levels('TRACE')).toEqual(['TRACE', 'DEBUG', 'INFO', 'INFO', 'WARN', 'ERROR']);
    expect(levels('INFO')).toEqual(['INFO', 'INFO', 'WARN', 'ERROR']);
    expect(levels('ERROR')).toEqual(['ERROR']);
  });
});

it('the text log format is one line with tabs', () => {
  const [{ line } = {}] = logged((it) => it.log('two\nlines'), { json: false });
  expect(line).toMatch(/^\S+Z\tan-id\tINFO\ttwo\rlines\n$/);
});

it('each invocation gets its own lines, with its own request id, also those beside console', async () => {
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
