import { PassThrough } from 'node:stream';
import { WriteStream } from 'node:tty';
import { expect, it, vi } from 'vitest';
import { paintFor } from '../../../../tools/commands/terminal/paint.ts';

function stream(isTTY: boolean) {
  return Object.assign(new PassThrough(), {
    isTTY,
    getColorDepth: WriteStream.prototype.getColorDepth,
  }) as unknown as NodeJS.WriteStream;
}

it('writes colours only on a terminal, and not if NO_COLOR is set', () => {
  vi.stubEnv('NO_COLOR', undefined);
  vi.stubEnv('CI', undefined);
  vi.stubEnv('TERM', 'xterm-256color');
  vi.stubEnv('NODE_DISABLE_COLORS', undefined);
  vi.stubEnv('FORCE_COLOR', undefined);
  expect(paintFor(stream(true))('red', 'x')).toBe('\u001b[31mx\u001b[39m');
  expect(paintFor(stream(false))('red', 'x')).toBe('x');
  vi.stubEnv('NO_COLOR', '1');
  expect(paintFor(stream(true))('red', 'x')).toBe('x');
  vi.unstubAllEnvs();
});
