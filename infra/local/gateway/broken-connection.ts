import type { Duplex } from 'node:stream';
import { type GatewayStatus, gatewayAnswer } from './answer.ts';
import { drainMilliseconds, type Exchange } from './exchange.ts';
import { newRequestId } from './request.ts';

const statusOfCode: Readonly<Record<string, GatewayStatus>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Ends a connection that cannot be read any more, after all complete requests on it are answered. */
export function closeConnection(
  code: string | undefined,
  socket: Duplex,
  unanswered: Iterable<Exchange> | undefined,
  onRefused: (id: string, status: GatewayStatus) => void,
): void {
  const exchanges = [...(unanswered ?? [])];
  const lastPending = exchanges.findLast(({ message }) => message.complete)?.response;
  const isSending = exchanges.some(({ response }) => response.headersSent);
  // Node no longer listens for errors of the socket of a CONNECT.
  socket.on('error', () => {});
  if (code === 'ECONNRESET') socket.destroy();
  // The client would read anything written now as a part of an answer that is not complete.
  else if (lastPending) lastPending.once('finish', () => end(socket));
  else if (isSending) end(socket);
  else if (socket.writable) {
    const [id, status] = [newRequestId(), statusOfCode[code ?? ''] ?? 400];
    end(socket, refusal(id, status));
    onRefused(id, status);
  }
}

/** Reads on for a moment, so that no reset takes the answer from the client. */
function end(socket: Duplex, text = ''): void {
  socket.end(text, () => socket.readableEnded && socket.destroy());
  socket.resume().once('end', () => socket.destroy());
  setTimeout(() => socket.destroy(), drainMilliseconds).unref();
}

/** Node could not parse the request, so there is no response object: the answer is written to the socket. */
function refusal(id: string, status: GatewayStatus): string {
  const { body } = gatewayAnswer(status);
  return [
    `HTTP/1.1 ${status} ${JSON.parse(String(body)).message}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    `apigw-requestid: ${id}`,
    'connection: close',
    '',
    body,
  ].join('\r\n');
}
