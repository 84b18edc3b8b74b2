import dns from 'node:dns';
import { vi } from 'vitest';
import { passOn, startDynamodbProxy } from '../../dynamodb-proxy.ts';
import type { Fault } from './fault.ts';

/** A proxy to a store. It causes one fault, as often as `begin` says. */
export async function startFaultyStore(storeUrl: string, { dial, answer = passOn }: Fault) {
  let left = 0;
  const proxy = await startDynamodbProxy({
    store: storeUrl,
    hook: async (response, apply, call) => {
      // A fault of connecting only shows if each request needs a new connection.
      if (dial !== undefined) response.setHeader('connection', 'close');
      left -= 1;
      await (left >= 0 ? answer : passOn)(response, apply, call);
    },
  });
  const host = nameHost(async () => {
    if (dial === undefined) return;
    left -= 1;
    if (left < 0) return proxy.accept();
    if (dial === 'unknown') throw unknownHost();
  });
  return {
    url: proxy.url.replace('127.0.0.1', host),
    attempts: () => proxy.calls.length,
    begin: async (times: number) => {
      if (dial === 'refused') await proxy.refuse();
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

type Callback = (error: Error | null, addresses?: dns.LookupAddress[]) => void;

const hosts = new Map<string, () => Promise<void>>();

// No socket can cause a DNS failure, so look-ups of the names below are replaced.
const lookUp = dns.lookup as (host: string, options: object, callback: Callback) => void;
vi.spyOn(dns, 'lookup').mockImplementation(((host: string, options: object, callback: Callback) => {
  const onLookUp = hosts.get(host);
  if (onLookUp === undefined) return lookUp(host, options, callback);
  onLookUp().then(() => callback(null, [{ address: '127.0.0.1', family: 4 }]), callback);
}) as never);

/** A name for this machine. Each look-up of it calls `onLookUp` first, and fails if that throws. */
function nameHost(onLookUp: () => Promise<void>): string {
  const host = `store-${hosts.size}.test`;
  hosts.set(host, onLookUp);
  return host;
}

function unknownHost(): Error {
  const fields = { code: 'ENOTFOUND', syscall: 'getaddrinfo' };
  return Object.assign(new Error('getaddrinfo ENOTFOUND'), fields);
}
