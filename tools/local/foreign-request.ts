import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';

type RequestHead = Pick<IncomingMessage, 'headersDistinct'>;

/** Docker's name for this machine inside a container, as in events/env.json. */
const containerName = 'host.docker.internal';

/**
 * Whether a page of another site can have sent this request. The request then has that site as its Origin,
 * or, after DNS rebinding, as its Host (https://en.wikipedia.org/wiki/DNS_rebinding). Programs other than
 * browsers send no Origin, and their Host is the name in the URL.
 */
export function isForeignRequest({ headersDistinct }: RequestHead, listensOn: string): boolean {
  const { host: hosts = [], origin: origins = [] } = headersDistinct;
  const [host = ''] = hosts;
  const name = host.replace(/:\d+$/, '').toLowerCase();
  const hasOwnHost = hosts.length === 1 && isOwnName(name, listensOn);
  const hasOwnOrigin = origins.every((origin) => origin === `http://${host}`);
  return !hasOwnHost || !hasOwnOrigin;
}

function isOwnName(name: string, listensOn: string): boolean {
  const address = name.replace(/^\[(.*)\]$/, '$1');
  if (isLoopback(address) || address === listensOn || address === containerName) return true;
  const listensEverywhere = listensOn === '0.0.0.0' || listensOn === '::';
  return listensEverywhere && (isIP(address) !== 0 || name === hostname().toLowerCase());
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}
