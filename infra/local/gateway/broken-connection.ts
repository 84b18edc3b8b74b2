import type { Duplex } from 'node:stream';
import { type GatewayStatus, gatewayAnswer } from './answer.ts';
import type { Exchange } from './exchange.ts';
import { newRequestId } from './request.ts';

const statusOfCode: Readonly<Record<string, GatewayStatus>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Ends a connection that cannot be read any more, after all complete requests on it are answered. */
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
  // An answer is still due: the client would read anything written now as a part of it.
  else if (due) due.once('finish', () => socket.end(() => socket.destroy()));
  else if (underWay) socket.end(() => socket.destroy());
  else if (socket.writable) {
    const [id, status] = [newRequestId(), statusOfCode[code ?? ''] ?? 400];
    refuse(id, status, socket);
    onRefused(id, status);
  }
}

/** Node could not parse a request, so there is no response object: the answer goes to the socket. */
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
