import type { OnAnswer } from '../../local/gateway.ts';
import type { Paint } from '../terminal/paint.ts';
import { printable, redacted } from '../terminal/printable.ts';

/** `POST /plants 400 error 1004 12 ms developer` */
export function requestLine(paint: Paint, ...answered: Parameters<OnAnswer>): string {
  const [{ method, path }, { body, statusCode: status }, client, milliseconds] = answered;
  const [, error] = (status >= 400 && /^\{"error":(\d+),/.exec(body)) || [];
  const parts = [
    printable(method),
    redacted(path),
    paint(status < 400 ? 'green' : status < 500 ? 'yellow' : 'red', `${status}`),
    ...(error === undefined ? [] : [`error ${error}`]),
    `${Math.round(milliseconds)} ms`,
    ...(client === undefined ? [] : [printable(`${client}`)]),
  ];
  return parts.join(' ');
}
