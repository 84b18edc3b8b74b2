import { onTestFinished, vi } from 'vitest';
import { resourceOf } from '../../setup/synthesized.ts';

/** The lines that a function logs, as Lambda's JSON format wraps them. */
export async function logged(run: () => Promise<unknown>): Promise<unknown[]> {
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

/** The line of the access log about a request. */
export function accessLine(status: string, milliseconds: string) {
  const { Format } = Object(resourceOf('AWS::ApiGatewayV2::Stage').Properties['AccessLogSettings']);
  const timed = Format.replace('$context.responseLatency', milliseconds);
  return JSON.parse(timed.replaceAll(/\$context\.status/g, status));
}
