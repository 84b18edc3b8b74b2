import type { Paint } from '../../terminal/paint.ts';
import { printable } from '../../terminal/printable.ts';
import type { RequestRecord } from './request-record.ts';

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
