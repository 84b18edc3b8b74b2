import type { Throttle } from '../template/http-api.ts';

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
export const bodyLimit = 10 * 1024 * 1024;
export const headerLimit = 10_240;
export const authorizerTimeout = 10_000;

/** The bytes of the request line and of every header line, as they were sent. */
export function headerBytes(method: string, target: string, rawHeaders: readonly string[]): number {
  const text = `${method} ${target} HTTP/1.1\r\n${rawHeaders.join('')}`;
  return text.length + (rawHeaders.length / 2) * ': \r\n'.length;
}

/** API Gateway's throttle: at most `burst` tokens, `rate` new tokens per second, one token for each request. */
export function tokenBucket({ rate, burst }: Throttle, now: () => number): () => boolean {
  let tokens = burst;
  let filledAt = now();
  return () => {
    const time = now();
    tokens = Math.min(burst, tokens + ((time - filledAt) / 1000) * rate);
    filledAt = time;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}

/** The promise's value, or undefined after the time is up. The work of the promise continues. */
export async function beforeTimeout<T>(
  milliseconds: number,
  promise: Promise<T>,
): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined);
  });
  try {
    return await Promise.race([promise, expired]);
  } finally {
    clearTimeout(timer);
  }
}
