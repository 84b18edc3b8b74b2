import { describe, expect, it } from 'vitest';
import { readStartOptions } from '../../../../tools/commands/start/options.ts';

describe('the options of npm start', () => {
  it.each([
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
