import type { IncomingMessage, ServerResponse } from 'node:http';
import { foreignMessage, isForeignRequest } from '../machine/own-address.ts';
import { type Answer, type GatewayResult, gatewayAnswer, refused } from './http-answer.ts';
import { beforeTimeout, bodyLimit, headerBytes, headerLimit } from './limits.ts';
import { type GatewayRequest, requestOf } from './request.ts';

/** Gets each request with its answer, and the time between them. */
export type OnAnswer = (
  request: GatewayRequest,
  result: GatewayResult,
  milliseconds: number,
) => void;

export interface ExchangeSettings {
  /** The address that the gateway listens on. */
  readonly host: string;
  readonly handle: (request: GatewayRequest) => Promise<GatewayResult>;
  readonly onAnswer: OnAnswer;
  readonly onLog: (line: string) => void;
}

/** Reads one request, and sends its answer. */
export async function serve(response: ServerResponse, settings: ExchangeSettings): Promise<void> {
  const { req: message } = response;
  const { host, onAnswer } = settings;
  const start = performance.now();
  const bare = requestOf(message);
  const body = refusalOf(message, bare, host) ?? (await readBody(message));
  if (body === 'aborted') return;
  if (Buffer.isBuffer(body)) {
    const request = { ...bare, body };
    const result = await answerTo(request, response, settings);
    onAnswer(request, result, performance.now() - start);
  } else {
    response.shouldKeepAlive = false;
    response.write(writeHead(response, bare.id, body.answer));
    onAnswer(bare, body, performance.now() - start);
    await uploaded(message);
    response.end();
  }
}

/** An unexpected error, such as one of a function's answer, must not end the service. */
async function answerTo(
  request: GatewayRequest,
  response: ServerResponse,
  { handle, onLog }: ExchangeSettings,
): Promise<GatewayResult> {
  const send = (result: GatewayResult) => {
    response.end(writeHead(response, request.id, result.answer));
    return result;
  };
  try {
    return send(await handle(request));
  } catch (error) {
    onLog(`The request ${request.id} failed: ${error}`);
    return send(refused(500));
  }
}

/** The answer to a request that is refused before its body is read. */
function refusalOf(
  message: IncomingMessage,
  { method, target, rawHeaders }: GatewayRequest,
  host: string,
): GatewayResult | undefined {
  if (isForeignRequest(message, host)) {
    return { ...refused(403), answer: gatewayAnswer(403, foreignMessage) };
  }
  if (headerBytes(method, target, rawHeaders) > headerLimit) return refused(431);
  const tooLarge = Number(message.headers['content-length'] ?? 0) > bodyLimit;
  return tooLarge ? refused(413) : undefined;
}

async function readBody(message: IncomingMessage): Promise<Buffer | GatewayResult | 'aborted'> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    // The answer to a body that is too large needs the connection.
    for await (const chunk of message.iterator({ destroyOnReturn: false })) {
      length += chunk.length;
      if (length > bodyLimit) return refused(413);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch {
    return 'aborted';
  }
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
  message.resume();
  await beforeTimeout(drainMilliseconds, ended);
}

/** Writes the head, and returns the body. */
function writeHead(
  response: ServerResponse,
  requestId: string,
  { status, headers, body }: Answer,
): Buffer {
  const hasBody = status !== 204 && status !== 304;
  const content = Buffer.from(hasBody ? body : '');
  response.writeHead(status, [
    ...headers.flat(),
    ...(hasBody ? ['content-length', String(content.length)] : []),
    'apigw-requestid',
    requestId,
  ]);
  return content;
}
