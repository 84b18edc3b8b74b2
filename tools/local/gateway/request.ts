import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** One complete HTTP request, as it was received. */
export interface GatewayRequest {
  readonly id: string;
  readonly method: string;
  /** The request target as sent: still encoded, with its query. */
  readonly target: string;
  readonly protocol: string;
  /** Names and values in turn, as node:http's rawHeaders. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  readonly sourceIp: string;
  readonly port: number;
  readonly receivedAt: number;
}

/** These headers are about one connection only, so the gateway does not pass them on (RFC 9110, 7.6.1). */
export const hopByHop = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The request without its body. */
export function requestOf(message: IncomingMessage): GatewayRequest {
  const { socket } = message;
  return {
    // 15 characters and `=`, as in `ZhNHJhhLjoEEPiw=`.
    id: randomBytes(11).toString('base64').replaceAll('+', '-').replaceAll('/', '_'),
    method: message.method ?? '',
    target: message.url ?? '',
    protocol: `HTTP/${message.httpVersion}`,
    rawHeaders: message.rawHeaders,
    body: Buffer.alloc(0),
    // On a dual-stack socket, an IPv4 address has this prefix.
    sourceIp: socket.remoteAddress?.replace(/^::ffff:/, '') ?? '127.0.0.1',
    port: socket.localPort ?? 0,
    receivedAt: Date.now(),
  };
}
