import { vi } from 'vitest';
import { passOn, startDynamodbProxy } from '../../dynamodb-proxy.ts';
import { template } from '../../synthesized.ts';
import { type Fault, faults } from './fault.ts';
import type { FaultCase } from './fault-cases.ts';
import { nameHost } from './name-server.ts';

/** A function's handler as in one instance, with its own client and connections. */
export type Instance<Handler> = Awaited<ReturnType<typeof startInstance<Handler>>>;

/**
 * Loads a new copy of a handler with its own store, and calls it once: the SDK reads the store's
 * address from the environment at the first request.
 */
export async function startInstance<Handler>(
  storeUrl: string,
  { fault, often }: FaultCase,
  load: () => Promise<{ handler: Handler }>,
  use: (handler: Handler) => Promise<unknown>,
) {
  const store = await startFaultyStore(storeUrl, faults[fault]);
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', store.url);
  vi.resetModules();
  const { handler } = await load();
  await use(handler);
  const times = often === 'once' ? 1 : Number.POSITIVE_INFINITY;
  return { handler, store: { ...store, begin: () => store.begin(times) } };
}

/** A proxy to a store. It causes one fault, as often as `begin` says. */
async function startFaultyStore(storeUrl: string, fault: Fault) {
  let left = 0;
  const proxy = await startDynamodbProxy({
    store: storeUrl,
    hook: async (response, apply, call) => {
      // A fault of connecting only shows if each request needs a new connection.
      if (fault.dial !== undefined) response.setHeader('connection', 'close');
      const hook = left > 0 ? (fault.meet ?? passOn) : passOn;
      if (fault.meet !== undefined) left -= 1;
      await hook(response, apply, call);
    },
  });
  const host = nameHost(async () => {
    if (fault.dial === undefined) return;
    left -= 1;
    if (left < 0) return proxy.accept();
    if (fault.dial === 'unknown') throw unknownHost();
  });
  return {
    url: proxy.url.replace('127.0.0.1', host),
    attempts: () => proxy.calls.length,
    begin: async (times: number) => {
      if (fault.dial === 'refused') await proxy.refuse();
      left = times;
      proxy.calls.length = 0;
    },
    end: () => {
      left = 0;
      return proxy.accept();
    },
    close: proxy.stop,
  };
}

function unknownHost(): Error {
  const fields = { code: 'ENOTFOUND', syscall: 'getaddrinfo' };
  return Object.assign(new Error('getaddrinfo ENOTFOUND'), fields);
}

/** The timeout of a function in the template. */
export function timeoutOf(fn: 'CreatePlant' | 'Authorize'): number {
  return Number(template.Resources[fn]?.Properties['Timeout']) * 1_000;
}
