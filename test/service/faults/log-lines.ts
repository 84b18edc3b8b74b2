import { vi } from 'vitest';

export interface LogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly error?: number;
  readonly reason?: string;
  readonly fault?: string;
  readonly requestId?: string;
  readonly cause?: unknown;
}

/** Records all that is logged from now on. Tests that run at the same time find their lines by request id. */
export function recordLog(): LogLine[] {
  const lines: LogLine[] = [];
  for (const level of ['info', 'warn', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation((line) => {
      lines.push({ level, ...line });
    });
  }
  return lines;
}
