import { vi } from 'vitest';

export interface LogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly error?: number;
  readonly reason?: string;
  readonly fault?: string;
  readonly requestId?: string;
  readonly cause?: unknown;
}

/** Everything that is logged from now on; tests that run side by side tell theirs by request id. */
export function recordLog(): LogLine[] {
  const lines: LogLine[] = [];
  for (const level of ['info', 'warn', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation((line) => {
      lines.push({ level, ...line });
    });
  }
  return lines;
}
