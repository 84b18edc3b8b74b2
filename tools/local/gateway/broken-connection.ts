import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { drainMilliseconds, type OnAnswer } from './exchange.ts';
import { type GatewayStatus, gatewayMessages, refused } from './http-answer.ts';
import { requestOf } from './request.ts';

const statusOfCode: Readonly<Record<string, GatewayStatus>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Ends a connection that cannot be read any more, after all complete requests on it are answered. */
export function closeConnection(
  code: string | undefined,
  socket: Duplex,
  unsent: readonly ServerResponse[],
  onAnswer: OnAnswer,
): void {
  const lastDue = unsent.findLast(({ req }) => req.complete);
  if (code === 'ECONNRESET') socket.destroy();
  else if (lastDue) lastDue.once('finish', () => end(socket));
  // The client would read anything written now as a part of an answer that is not complete.
  else if (unsent.some(({ headersSent }) => headersSent)) end(socket);
  else if (socket.writable) {
    const request = requestOf(socket as Socket);
    const status = statusOfCode[code ?? ''] ?? 400;
    const result = refused(status);
    end(socket, textOf(request.id, status, String(result.answer.body)));
    onAnswer(request, result, 0);
  }
}

/** Reads on for a moment, so that no reset takes the answer from the client. */
function end(socket: Duplex, text = ''): void {
  socket.end(text, () => socket.readableEnded && socket.destroy());
  socket.resume().once('end', () => socket.destroy());
  setTimeout(() => socket.destroy(), drainMilliseconds).unref();
}

/** Node could not parse the request, so there is no response object: the answer is written to the socket. */
function textOf(id: string, status: GatewayStatus, body: string): string {
  return [
    `HTTP/1.1 ${status} ${gatewayMessages[status]}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    `apigw-requestid: ${id}`,
    'connection: close',
    '',
    body,
  ].join('\r\n');
}
