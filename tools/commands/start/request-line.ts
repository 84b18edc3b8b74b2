import { styleText } from 'node:util';
import type { OnAnswer } from '../../local/gateway.ts';
import { printable, redacted } from '../terminal/printable.ts';

/** `POST /plants 400 error 1004 12 ms developer` */
export function requestLine(...answered: Parameters<OnAnswer>): string {
  const [{ method, path }, { body, statusCode: status }, client, milliseconds] = answered;
  const [, error] = (status >= 400 && /^\{"error":(\d+),/.exec(body)) || [];
  const parts = [
    printable(method),
    redacted(path),
    styleText(status < 400 ? 'green' : status < 500 ? 'yellow' : 'red', `${status}`),
    ...(error === undefined ? [] : [`error ${error}`]),
    `${Math.round(milliseconds)} ms`,
    ...(client === undefined ? [] : [printable(`${client}`)]),
  ];
  return parts.join(' ');
}
