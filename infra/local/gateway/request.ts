import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

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

/** 15 characters and `=`, as in `ZhNHJhhLjoEEPiw=`. */
export function newRequestId(): string {
  return randomBytes(11).toString('base64').replaceAll('+', '-').replaceAll('/', '_');
}

/** The request without its body. */
export function requestOf(message: IncomingMessage): GatewayRequest {
  return {
    id: newRequestId(),
    method: message.method ?? 'GET',
    target: message.url ?? '/',
    protocol: `HTTP/${message.httpVersion}`,
    rawHeaders: message.rawHeaders,
    ...connectionFields(message.socket),
  };
}

/** Stands in the log for a request that could not be parsed. A dash is a missing part, as in any access log. */
export function unreadableRequest(id: string, socket: Socket): GatewayRequest {
  const missing = { method: '-', target: '-', protocol: '-', rawHeaders: [] };
  return { id, ...missing, ...connectionFields(socket) };
}

function connectionFields(socket: Socket) {
  return {
    body: Buffer.alloc(0),
    // On a dual-stack socket, an IPv4 address has this prefix.
    sourceIp: socket.remoteAddress?.replace(/^::ffff:/, '') ?? '127.0.0.1',
    port: socket.localPort ?? 0,
    receivedAt: Date.now(),
  };
}
