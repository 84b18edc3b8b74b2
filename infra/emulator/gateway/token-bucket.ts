import type { Throttle } from '../template/stage.ts';

/** API Gateway's throttle: `burst` tokens at most, `rate` new ones a second, one a request. */
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
