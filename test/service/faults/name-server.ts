import dns from 'node:dns';
import { vi } from 'vitest';

type Callback = (error: Error | null, addresses?: dns.LookupAddress[]) => void;

const hosts = new Map<string, () => Promise<void>>();

// No socket can cause a DNS failure, so look-ups of the names below are replaced.
const ask = dns.lookup as (host: string, options: object, callback: Callback) => void;
vi.spyOn(dns, 'lookup').mockImplementation(((host: string, options: object, callback: Callback) => {
  const look = hosts.get(host);
  if (look === undefined) return ask(host, options, callback);
  look().then(() => callback(null, [{ address: '127.0.0.1', family: 4 }]), callback);
}) as never);

/** A name for this machine. Each look-up of it runs `look` first, and fails if that throws. */
export function nameHost(look: () => Promise<void>): string {
  const host = `store-${hosts.size}.test`;
  hosts.set(host, look);
  return host;
}
