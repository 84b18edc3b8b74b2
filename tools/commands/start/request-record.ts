import type { AnsweredRequest } from '../../local/local.ts';
import type { Paint } from '../terminal/paint.ts';
import { printable, redacted } from '../terminal/printable.ts';

export type RequestRecord = ReturnType<typeof requestRecord>;

/** The log record of an answered request. */
export function requestRecord(...answered: AnsweredRequest) {
  const [request, { answer, context, invocations }, milliseconds] = answered;
  const client = context?.['client'];
  return {
    method: request.method,
    path: redacted(request.target.split('?', 1)[0] ?? ''),
    status: answer.status,
    error: answer.status < 400 ? undefined : errorCode(answer.body),
    milliseconds: Math.round(milliseconds),
    // Whether an instance had to start. Undefined if no function was called.
    cold: invocations.length === 0 ? undefined : invocations.some(({ cold }) => cold),
    client: typeof client === 'string' ? client : undefined,
    logs: invocations.flatMap(({ logs, result }) => {
      if (result.kind !== 'failed') return logs;
      return [...logs, `${result.fault.errorType}: ${result.fault.errorMessage}`];
    }),
  };
}

/** The code of an Error body. */
function errorCode(body: string | Buffer): number | undefined {
  try {
    const { error } = JSON.parse(String(body)) as { error?: unknown };
    return typeof error === 'number' ? error : undefined;
  } catch {
    return undefined;
  }
}

/** `POST /plants 400 error 1004 12 ms warm developer`, and below it the logs of the functions. */
export function requestLine(record: RequestRecord, paint: Paint): string {
  const { client, cold, error, logs, method, milliseconds, path, status } = record;
  const parts = [
    method,
    printable(path),
    paint(status < 400 ? 'green' : status < 500 ? 'yellow' : 'red', `${status}`),
    ...(error === undefined ? [] : [`error ${error}`]),
    `${milliseconds} ms`,
    ...(cold === undefined ? [] : [cold ? paint('cyan', 'cold') : 'warm']),
    ...(client === undefined ? [] : [printable(client)]),
  ];
  const below = logs.map((line) => `\n    ${paint('dim', printable(line))}`);
  return parts.join(' ') + below.join('');
}
