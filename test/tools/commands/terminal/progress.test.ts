import { PassThrough } from 'node:stream';
import { expect, it, onTestFinished, vi } from 'vitest';
import { showProgress } from '../../../../tools/commands/terminal/progress.ts';

/** The text that a stream gets during some work of 2.5 seconds. */
function shown(isTTY: boolean): string {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const stream = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY });
  const end = showProgress('Synthesizing', stream as unknown as NodeJS.WriteStream);
  vi.advanceTimersByTime(2_500);
  end();
  vi.advanceTimersByTime(2_500);
  return stream.read();
}

it('counts the seconds on a terminal, and erases the line at the end', () => {
  expect(shown(true)).toBe('\rSynthesizing … \rSynthesizing … 1 s\rSynthesizing … 2 s\r\u001b[K');
});

it('is one line in a file', () => {
  expect(shown(false)).toBe('Synthesizing …\n');
});
