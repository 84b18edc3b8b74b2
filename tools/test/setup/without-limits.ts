import { Socket } from 'node:net';
import { vi } from 'vitest';

const { setTimeout } = globalThis;

/**
 * However busy the machine is, no time limit ends a function or its calls of the store. Each limit is at least half a
 * second.
 */
export function withoutLimits(): void {
  vi.stubGlobal('setTimeout', (run: () => void, delay = 0) =>
    setTimeout(run, delay < 500 ? delay : 1_000 * delay),
  );
  // The SDK's limit for a socket on which nothing arrives.
  vi.spyOn(Socket.prototype, 'setTimeout').mockReturnThis();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
}
