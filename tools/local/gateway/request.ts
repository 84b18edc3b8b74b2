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

/** The request without its body. Without a message, it stands in the log for one that could not be parsed. */
export function requestOf(socket: Socket, message?: IncomingMessage): GatewayRequest {
  return {
    // 15 characters and `=`, as in `ZhNHJhhLjoEEPiw=`.
    id: randomBytes(11).toString('base64').replaceAll('+', '-').replaceAll('/', '_'),
    // A dash is a missing part, as in any access log.
    method: message?.method ?? '-',
    target: message?.url ?? '-',
    protocol: message ? `HTTP/${message.httpVersion}` : '-',
    rawHeaders: message?.rawHeaders ?? [],
    body: Buffer.alloc(0),
    // On a dual-stack socket, an IPv4 address has this prefix.
    sourceIp: socket.remoteAddress?.replace(/^::ffff:/, '') ?? '127.0.0.1',
    port: socket.localPort ?? 0,
    receivedAt: Date.now(),
  };
}

const validHost = /^[\w.~!$&'()*+,;=%:[\]-]+$/;

/**
 * Whether all servers read this request in the same way. Node's parser refuses most ambiguous
 * requests; this function finds the others that a server has to refuse (RFC 9112, 2.3, 3.2 and 6.1).
 */
export function isUnambiguous({ headersDistinct, httpVersion }: IncomingMessage): boolean {
  const { host: [host = '', ...otherHosts] = [], 'transfer-encoding': codings } = headersDistinct;
  const isChunked = httpVersion === '1.1' && codings?.join().toLowerCase() === 'chunked';
  return (
    (httpVersion === '1.0' || httpVersion === '1.1') &&
    validHost.test(host) &&
    otherHosts.length === 0 &&
    (codings === undefined || isChunked)
  );
}
