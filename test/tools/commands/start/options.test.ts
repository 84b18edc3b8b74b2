import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readStartOptions } from '../../../../tools/commands/start/options.ts';
import { isLoopback } from '../../../../tools/local/address.ts';

describe('the options of npm start', () => {
  it.each([
    [['--port', '0', '--host=::1'], { port: 0, host: '::1' }],
    [['--dynamodb-port', '8001', '--docs-port', '0'], { dynamodbPorts: [8001], docsPorts: [0] }],
    [['--data', 'there', '--json', '--watch'], { data: resolve('there'), json: true, watch: true }],
    [['--memory'], { data: undefined }],
    [['--inspect', '--watch'], { inspect: true, watch: true }],
  ])('%j are %o', (args, settings) => {
    expect(readStartOptions(args)).toMatchObject(settings);
  });

  it('are for this machine alone, unless the user says so', () => {
    expect(isLoopback(`${readStartOptions([])?.host}`)).toBe(true);
  });

  it.each([
    [['--port', 'x'], /^--port .* 65535, .*"x"/],
    [['--port', '65536'], /^--port .* 65535, .*"65536"/],
    [['--dynamodb-port', 'x'], /^--dynamodb-port .* 65535, .*"x"/],
    [
      ['--memory', '--data', 'x'],
      '--memory writes nothing to disk, so it cannot be used with --data.',
    ],
  ])('are refused in one sentence: %j', (args, sentence) => {
    expect(() => readStartOptions(args)).toThrow(sentence);
  });
});
