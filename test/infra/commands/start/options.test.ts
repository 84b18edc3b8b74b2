import { describe, expect, it } from 'vitest';
import { readStartOptions } from '../../../../infra/commands/start/options.ts';

describe('the options of npm start', () => {
  it('have defaults', () => {
    expect(readStartOptions([])).toEqual({
      host: '127.0.0.1',
      port: 3000,
      dynamodbPorts: [8000, 0],
      docsPorts: [3001, 0],
      data: '.plant-store',
      json: false,
      watch: false,
      help: false,
    });
  });

  it('set what they say', () => {
    const args = ['--port', '0', '--host=::1', '--data', 'there', '--json', '--watch'];
    expect(readStartOptions(args)).toMatchObject({
      port: 0,
      host: '::1',
      data: 'there',
      json: true,
      watch: true,
    });
    const ports = ['--dynamodb-port', '8001', '--docs-port', '0'];
    expect(readStartOptions(ports)).toMatchObject({ dynamodbPorts: [8001], docsPorts: [0] });
    expect(readStartOptions(['--port', '65535'])).toMatchObject({ port: 65_535 });
    expect(readStartOptions(['--memory'])).toMatchObject({ data: undefined });
    expect(readStartOptions(['--assembly', 'cdk.out'])).toMatchObject({ assembly: 'cdk.out' });
  });

  it.each([
    [['--prot', '3000'], "Unknown option '--prot'. Try --help."],
    [['extra'], "Unexpected argument 'extra'. Try --help."],
    [['--port'], "Option '--port <value>' argument missing. Try --help."],
    [['--port', 'x'], '--port takes a whole number from 0 to 65535, not "x".'],
    [['--port', '65536'], '--port takes a whole number from 0 to 65535, not "65536".'],
    [['--port', '-1'], /--port/],
    [['--port', 'x1'], '--port takes a whole number from 0 to 65535, not "x1".'],
    [['--port', '1x'], '--port takes a whole number from 0 to 65535, not "1x".'],
    [['--dynamodb-port', 'x'], '--dynamodb-port takes a whole number from 0 to 65535, not "x".'],
    [['--docs-port', '65536'], '--docs-port takes a whole number from 0 to 65535, not "65536".'],
    [['--data', ''], '--data is empty.'],
    [['--host', ''], '--host is empty.'],
    [['--assembly='], '--assembly is empty.'],
    [
      ['--memory', '--data', 'x'],
      '--memory keeps nothing, so it does not go together with --data.',
    ],
    [
      ['--watch', '--assembly', 'x'],
      '--watch synthesizes anew, so it does not go together with --assembly.',
    ],
  ])('are refused in one sentence: %j', (args, sentence) => {
    expect(() => readStartOptions(args)).toThrow(sentence);
  });
});
