import type { AnsweredRequest } from '../../local/local.ts';
import type { Paint } from '../terminal/paint.ts';
import { printable, redacted } from '../terminal/printable.ts';

/** The log record of an answered request. */
export interface RequestRecord {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** The code of an Error body. */
  readonly error?: number;
  readonly milliseconds: number;
  /** Whether an instance had to start; absent if no function was called. */
  readonly cold?: boolean;
  readonly client?: string;
  readonly logs: readonly string[];
}

export function requestRecord(...answered: AnsweredRequest): RequestRecord {
  const [request, { answer, context, invocations }, milliseconds] = answered;
  const error = answer.status < 400 ? undefined : errorCode(answer.body);
  const client = context?.['client'];
  return {
    requestId: request.id,
    method: request.method,
    path: redacted(request.target.split('?', 1)[0] ?? ''),
    status: answer.status,
    ...(error !== undefined && { error }),
    milliseconds: Math.round(milliseconds),
    ...(invocations.length > 0 && { cold: invocations.some(({ cold }) => cold) }),
    ...(typeof client === 'string' && { client }),
    logs: invocations.flatMap(({ logs, result }) => [
      ...logs,
      ...(result.kind === 'failed'
        ? [`${result.fault.errorType}: ${result.fault.errorMessage}`]
        : []),
    ]),
  };
}

function errorCode(body: string | Buffer): number | undefined {
  try {
    const { error } = JSON.parse(String(body)) as { error?: unknown };
    return typeof error === 'number' ? error : undefined;
  } catch {
    return undefined;
  }
}

/** `POST /plants 400 error 1004 12 ms warm developer`, and below it what the functions wrote. */
export function requestLine(record: RequestRecord, paint: Paint): string {
  const { client, cold, error, logs, method, milliseconds, path, status } = record;
  const parts = [
    method,
    printable(path),
    paint(colourOf(status), String(status)),
    ...(error === undefined ? [] : [`error ${error}`]),
    `${milliseconds} ms`,
    ...(cold === undefined ? [] : [cold ? paint('cyan', 'cold') : 'warm']),
    ...(client === undefined ? [] : [printable(client)]),
  ];
  return [parts.join(' '), ...logs.map((line) => `    ${paint('dim', printable(line))}`)].join(
    '\n',
  );
}

function colourOf(status: number): 'green' | 'yellow' | 'red' {
  if (status < 400) return 'green';
  return status < 500 ? 'yellow' : 'red';
}
