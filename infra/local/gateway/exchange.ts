import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { foreignMessage, isForeign } from '../machine/own-address.ts';
import { type Answer, type GatewayResult, gatewayAnswer, refused } from './answer.ts';
import { bodyLimit, headerBytes, headerLimit, within } from './limits.ts';
import { type GatewayRequest, newRequestId } from './request.ts';
import { isUnambiguous } from './request-framing.ts';

/** A request on a socket, and where its answer goes. */
export interface Exchange {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
}

export interface ExchangeSettings {
  /** The address that the gateway listens on. */
  readonly host: string;
  readonly handle: (request: GatewayRequest) => Promise<GatewayResult>;
  readonly onAnswer: (request: GatewayRequest, result: GatewayResult) => void;
}

export async function serve(
  { message, response }: Exchange,
  { handle, host, onAnswer }: ExchangeSettings,
): Promise<void> {
  const bare = requestOf(message, Buffer.alloc(0));
  const body = refusalOf(message, bare, host) ?? (await readBody(message));
  if (body === 'aborted') return;
  if (Buffer.isBuffer(body)) {
    const request = { ...bare, body };
    const result = await handle(request);
    response.end(writeAnswer(response, request.id, result.answer));
    onAnswer(request, result);
  } else {
    response.shouldKeepAlive = false;
    response.write(writeAnswer(response, bare.id, body.answer) ?? '');
    onAnswer(bare, body);
    await uploaded(message);
    response.end();
  }
}

/** The answer to a request that is refused before its body is read. */
function refusalOf(
  message: IncomingMessage,
  { method, target, rawHeaders }: GatewayRequest,
  host: string,
): GatewayResult | undefined {
  if (!isUnambiguous(message)) return refused(400);
  if (isForeign(message.headers, host)) {
    return { ...refused(403), answer: gatewayAnswer(403, foreignMessage) };
  }
  if (headerBytes(method, target, rawHeaders) > headerLimit) return refused(431);
  const tooLarge = Number(message.headers['content-length'] ?? 0) > bodyLimit;
  return tooLarge ? refused(413) : undefined;
}

function requestOf(message: IncomingMessage, body: Buffer): GatewayRequest {
  return {
    id: newRequestId(),
    method: message.method ?? 'GET',
    target: message.url ?? '/',
    protocol: `HTTP/${message.httpVersion}`,
    rawHeaders: message.rawHeaders,
    body,
    ...arrival(message.socket),
  };
}

/** Logged in place of a request that could not be parsed. A dash is a missing part, as in any access log. */
export function unreadableRequest(id: string, socket: Socket): GatewayRequest {
  const nothing = {
    method: '-',
    target: '-',
    protocol: '-',
    rawHeaders: [],
    body: Buffer.alloc(0),
  };
  return { id, ...nothing, ...arrival(socket) };
}

function arrival(socket: Socket): Pick<GatewayRequest, 'sourceIp' | 'port' | 'receivedAt'> {
  return {
    // On a dual-stack socket, an IPv4 address has this prefix.
    sourceIp: socket.remoteAddress?.replace(/^::ffff:/, '') ?? '127.0.0.1',
    port: socket.localPort ?? 0,
    receivedAt: Date.now(),
  };
}

function readBody(message: IncomingMessage): Promise<Buffer | GatewayResult | 'aborted'> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    message.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= bodyLimit) chunks.push(chunk);
      else {
        chunks.length = 0;
        resolve(refused(413));
      }
    });
    message.on('end', () => resolve(Buffer.concat(chunks, length)));
    message.on('error', () => resolve('aborted'));
    message.on('close', () => resolve('aborted'));
  });
}

const drainMilliseconds = 2_000;

/**
 * Waits until a refused upload ends, but not for long. If the connection were closed at once, the bytes
 * still arriving would cause a reset, and the client would lose the answer (RFC 9112, 9.6).
 */
async function uploaded(message: IncomingMessage): Promise<void> {
  if (message.complete) return;
  const ended = new Promise<void>((resolve) => {
    message.once('end', resolve).once('close', resolve);
  });
  message.removeAllListeners('data').resume();
  await within(drainMilliseconds, ended);
}

/** Writes the head, and returns the body to end the answer with. */
function writeAnswer(
  response: ServerResponse,
  requestId: string,
  { status, headers, body }: Answer,
): Buffer | undefined {
  const content = Buffer.from(body);
  const bodyless = status === 204 || status === 304;
  response.writeHead(status, [
    ...headers.flat(),
    ...(bodyless ? [] : ['content-length', String(content.length)]),
    'apigw-requestid',
    requestId,
  ]);
  return bodyless ? undefined : content;
}
