import { vi } from 'vitest';

export interface LogLine {
  level: 'info' | 'warn' | 'error';
  error?: number;
  reason?: string;
  fault?: string;
  requestId?: string;
  cause?: unknown;
}

/** Everything that is logged from now on; tests that run side by side tell theirs by request id. */
export const recordLog = (): LogLine[] => {
  const lines: LogLine[] = [];
  for (const level of ['info', 'warn', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation((line) => {
      lines.push({ level, ...line });
    });
  }
  return lines;
};
