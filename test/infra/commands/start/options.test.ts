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

  it.each([
    [['--port', '0', '--host=::1'], { port: 0, host: '::1' }],
    [['--port', '65535'], { port: 65_535 }],
    [['--dynamodb-port', '8001', '--docs-port', '0'], { dynamodbPorts: [8001], docsPorts: [0] }],
    [['--data', 'there', '--json', '--watch'], { data: 'there', json: true, watch: true }],
    [['--memory'], { data: undefined }],
    [['--dynamodb', 'http://a:8000'], { data: undefined, dynamodb: 'http://a:8000' }],
    [['--dynamodb', 'http://a:8000/'], { data: undefined, dynamodb: 'http://a:8000' }],
    [['--dynamodb', 'https://[::1]'], { dynamodb: 'https://[::1]' }],
    [['--assembly', 'cdk.out'], { assembly: 'cdk.out' }],
  ])('%j are %o', (args, settings) => {
    expect(readStartOptions(args)).toMatchObject(settings);
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
