import type { Duplex } from 'node:stream';
import { type GatewayStatus, gatewayAnswer } from './answer.ts';
import type { Exchange } from './exchange.ts';
import { newRequestId } from './request.ts';

const statusOfCode: Readonly<Record<string, GatewayStatus>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Ends a connection that cannot be read any more, after the complete requests on it are answered. */
export function breakOff(
  code: string | undefined,
  socket: Duplex,
  unanswered: Iterable<Exchange> | undefined,
  onRefused: (id: string, status: GatewayStatus) => void,
): void {
  const exchanges = [...(unanswered ?? [])];
  const due = exchanges.findLast(({ message }) => message.complete)?.response;
  const underWay = exchanges.some(({ response }) => response.headersSent);
  if (code === 'ECONNRESET') socket.destroy();
  // The client would take anything written now for a part of the answer that is due.
  else if (due) due.once('finish', () => socket.end(() => socket.destroy()));
  else if (underWay) socket.end(() => socket.destroy());
  else if (socket.writable) {
    const [id, status] = [newRequestId(), statusOfCode[code ?? ''] ?? 400];
    refuse(id, status, socket);
    onRefused(id, status);
  }
}

/** Node made no request of it, so the answer is written to the socket by hand. */
function refuse(id: string, status: GatewayStatus, socket: Duplex): void {
  const { body } = gatewayAnswer(status);
  socket.end(
    [
      `HTTP/1.1 ${status} ${JSON.parse(String(body)).message}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
      `apigw-requestid: ${id}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
