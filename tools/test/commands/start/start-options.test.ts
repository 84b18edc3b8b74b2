import { describe, expect, it } from 'vitest';
import { readStartOptions } from '../../../commands/start/start-options.ts';
import { isLoopback } from '../../../local/foreign-request.ts';

describe('the options of npm start', () => {
  it('let no other machine connect by default', () => {
    expect(isLoopback(`${readStartOptions([])?.host}`)).toBe(true);
  });

  // `npm start` can run twice, and events/env.json has the usual port of the tables.
  it('let docs and tables use any free port, but not instead of a port that the user chose', () => {
    const usual = expect.any(Number);
    const both = { docsPorts: [usual, 0], dynamodbPorts: [usual, 0] };
    expect(readStartOptions([])).toMatchObject(both);
    const chosen = readStartOptions(['--docs-port', '5', '--dynamodb-port', '6']);
    expect(chosen).toMatchObject({ docsPorts: [5], dynamodbPorts: [6] });
  });

  it.each([
    ['LocalHost', 'localhost'],
    ['0', '0.0.0.0'],
    ['127.1', '127.0.0.1'],
    ['::1', '::1'],
    ['0:0::0', '::'],
  ])('take --host %s as clients name it: %s', (given, host) => {
    expect(readStartOptions(['--host', given])).toMatchObject({ host });
  });

  it.each([
    [['--host', '127.0.0.1:3000'], /^--host\b.*"127.0.0.1:3000"/],
    [['--host', 'a/b'], /^--host\b.*"a\/b"/],
    [['--host', 'a b'], /^--host\b.*"a b"/],
    [['--port', '65536'], /^--port\b.*\b65535\b.*"65536"/],
    [['--dynamodb-port', 'x'], /^--dynamodb-port\b.*\b65535\b.*"x"/],
    [['--memory', '--data', 'x'], /(?=.*--memory\b).*--data\b/],
  ])('are refused in one sentence: %j', (args, sentence) => {
    expect(() => readStartOptions(args)).toThrow(sentence);
  });
});
