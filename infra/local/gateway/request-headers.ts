import { newTraceId } from '../lambda/invocation.ts';
import type { GatewayRequest } from './request.ts';

/** These headers are about one connection only, so the gateway does not pass them on (RFC 9110, 7.6.1). */
const hopByHop = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Names in lower case, duplicates joined with a comma without a space, cookies apart, and the gateway's own headers. */
export function requestHeaders(request: GatewayRequest) {
  const headers: Record<string, string> = Object.create(null);
  const cookies: string[] = [];
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const name = (request.rawHeaders[index] ?? '').toLowerCase();
    const value = request.rawHeaders[index + 1] ?? '';
    if (name === 'cookie') cookies.push(...value.split(';').map((one) => one.trim()));
    else if (!hopByHop.has(name)) {
      headers[name] = name in headers ? `${headers[name]},${value}` : value;
    }
  }
  const forwarded = headers['x-forwarded-for'];
  headers['content-length'] = String(request.body.length);
  headers['x-amzn-trace-id'] ??= `Root=${newTraceId(request.receivedAt)}`;
  headers['x-forwarded-for'] = forwarded ? `${forwarded}, ${request.sourceIp}` : request.sourceIp;
  headers['x-forwarded-port'] = String(request.port);
  headers['x-forwarded-proto'] = 'http';
  return { headers, cookies: cookies.filter((cookie) => cookie !== '') };
}
