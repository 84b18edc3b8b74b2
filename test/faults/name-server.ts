import dns from 'node:dns';
import { vi } from 'vitest';

type Callback = (error: Error | null, addresses?: dns.LookupAddress[]) => void;

const hosts = new Map<string, () => Promise<void>>();

// The one fault that no socket can make; no name server is asked for a name that is known here.
const ask = dns.lookup as (host: string, options: object, callback: Callback) => void;
vi.spyOn(dns, 'lookup').mockImplementation(((host: string, options: object, callback: Callback) => {
  const look = hosts.get(host);
  if (look === undefined) return ask(host, options, callback);
  look().then(() => callback(null, [{ address: '127.0.0.1', family: 4 }]), callback);
}) as never);

/** A name for this machine, each look-up of which runs `look` first, and fails if it throws. */
export function nameHost(look: () => Promise<void>): string {
  const host = `store-${hosts.size}.test`;
  hosts.set(host, look);
  return host;
}
