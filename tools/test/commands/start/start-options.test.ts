import { describe, expect, it } from 'vitest';
import { readStartOptions } from '../../../commands/start/start-options.ts';
import { isLoopback } from '../../../local/address.ts';

describe('the options of npm start', () => {
  it('let no other machine connect by default', () => {
    expect(isLoopback(`${readStartOptions([])?.host}`)).toBe(true);
  });

  it.each([
    [['--port', '65536'], /^--port\b.*\b65535\b.*"65536"/],
    [['--dynamodb-port', 'x'], /^--dynamodb-port\b.*\b65535\b.*"x"/],
    [['--memory', '--data', 'x'], /(?=.*--memory\b).*--data\b/],
  ])('are refused in one sentence: %j', (args, sentence) => {
    expect(() => readStartOptions(args)).toThrow(sentence);
  });
});
