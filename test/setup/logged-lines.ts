import { onTestFinished, vi } from 'vitest';

/** The lines that a function logs, as Lambda's JSON format wraps them. */
export async function loggedLines(run: () => Promise<unknown>): Promise<unknown[]> {
  const lines: unknown[] = [];
  for (const level of ['info', 'warn', 'error'] as const) {
    const spy = vi.spyOn(console, level).mockImplementation((message) => {
      lines.push(JSON.parse(JSON.stringify({ timestamp: 'now', level: 'INFO', message })));
    });
    onTestFinished(() => spy.mockRestore());
  }
  await run();
  return lines;
}
