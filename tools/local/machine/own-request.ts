import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';

/** Returns the status of an answer of this machine. If there is none in time, it throws an error with the name AbortError. */
export async function statusOf(
  url: string,
  method: 'GET' | 'DELETE',
  milliseconds: number,
): Promise<number | undefined> {
  // Without an agent of this process, which can have the proxy of NODE_USE_ENV_PROXY.
  const settings = { method, agent: false, signal: AbortSignal.timeout(milliseconds) };
  const outgoing = request(url, settings).end();
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  return answer.resume().statusCode;
}
