import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';

/** The answer to a foreign request. */
export const foreignMessage =
  'This service answers requests to its own address alone; the Host or Origin header names another.';

/**
 * Whether a page of another site may have sent this request: it carries that site as its Origin, or,
 * after DNS rebinding, as its Host (https://en.wikipedia.org/wiki/DNS_rebinding). Other programs than
 * browsers send no Origin, and their Host is the name in the URL.
 */
export function isForeign({ host = '', origin }: IncomingHttpHeaders, listensOn: string): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  return !isOwnName(name, listensOn) || (origin !== undefined && origin !== `http://${host}`);
}

function isOwnName(name: string, listensOn: string): boolean {
  const address = name.replace(/^\[(.*)\]$/, '$1');
  return (
    isLoopback(address) ||
    address === listensOn.toLowerCase() ||
    // What Docker calls this machine inside a container, as in events/env.json.
    name === 'host.docker.internal' ||
    (['0.0.0.0', '::'].includes(listensOn) &&
      (isIP(address) !== 0 || name === hostname().toLowerCase()))
  );
}

export function isLoopback(address: string): boolean {
  return address === 'localhost' || address === '::1' || /^127(\.\d{1,3}){3}$/.test(address);
}
