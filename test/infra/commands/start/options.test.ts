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
      dynamodb: undefined,
      json: false,
      watch: false,
      assembly: undefined,
    });
  });

  it('set the settings', () => {
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
    for (const dynamodb of ['http://localhost:8000', 'http://localhost:8000/']) {
      expect(readStartOptions(['--dynamodb', dynamodb])).toMatchObject({
        data: undefined,
        dynamodb: 'http://localhost:8000',
      });
    }
    expect(readStartOptions(['--dynamodb', 'https://[::1]'])).toMatchObject({
      dynamodb: 'https://[::1]',
    });
    expect(readStartOptions(['--assembly', 'cdk.out'])).toMatchObject({ assembly: 'cdk.out' });
  });

  it.each([
    [['--port', 'x'], '--port takes a whole number from 0 to 65535, not "x".'],
    [['--port', '65536'], '--port takes a whole number from 0 to 65535, not "65536".'],
    [['--dynamodb-port', 'x'], '--dynamodb-port takes a whole number from 0 to 65535, not "x".'],
    [['--docs-port', '65536'], '--docs-port takes a whole number from 0 to 65535, not "65536".'],
    [['--memory', '--data', 'x'], '--memory stores nothing: do not use it with --data.'],
    ...[['--data', 'x'], ['--memory'], ['--dynamodb-port', '0']].map(
      (others): [string[], string] => [
        ['--dynamodb', 'http://localhost:8000', ...others],
        '--dynamodb uses other tables: do not use it with --data, --memory or --dynamodb-port.',
      ],
    ),
    ...['localhost:8000', '8000', 'ftp://localhost', 'http://localhost/x', 'a-file:/x'].map(
      (url): [string[], string] => [
        ['--dynamodb', url],
        `--dynamodb takes a URL such as http://127.0.0.1:8000, not "${url}".`,
      ],
    ),
    [['--watch', '--assembly', 'x'], '--watch synthesizes again: do not use it with --assembly.'],
  ])('are refused in one sentence: %j', (args, sentence) => {
    expect(() => readStartOptions(args)).toThrow(sentence);
  });
});
