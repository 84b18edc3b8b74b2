import type { IncomingMessage } from 'node:http';
import { headerLimit } from './limits.ts';

type RequestHead = Pick<IncomingMessage, 'method' | 'url' | 'rawHeaders'>;

const validHost = /^[\w.~!$&'()*+,;=%:[\]-]+$/;

/**
 * Whether all servers read this request in the same way. Node's parser refuses most ambiguous
 * requests; this function finds the others that a server has to refuse (RFC 9112, 2.3, 3.2 and 6.1).
 */
export function isUnambiguous(
  { headersDistinct }: Pick<IncomingMessage, 'headersDistinct'>,
  protocol: string,
): boolean {
  const { host: [host = '', ...otherHosts] = [], 'transfer-encoding': codings } = headersDistinct;
  const isChunked = protocol === 'HTTP/1.1' && codings?.join().toLowerCase() === 'chunked';
  return (
    /^HTTP\/1\.[01]$/.test(protocol) &&
    validHost.test(host) &&
    otherHosts.length === 0 &&
    (codings === undefined || isChunked)
  );
}

/**
 * Finds the protocol of each request of a connection. Node's parser also accepts RTSP and ICE, and does not say
 * which: https://github.com/nodejs/llhttp/blob/main/src/llhttp/constants.ts
 */
export function requestLines() {
  let text = '';
  return {
    /** Adds bytes before Node parses them. */
    add(data: Buffer): void {
      // A request line is at most this far back, because Node refuses a longer head.
      text = text.slice(-3 * headerLimit) + data.toString('latin1');
    },
    /** The protocol in the request line of a request that Node has just parsed. */
    protocolOf({ method, url, rawHeaders: [firstName = ''] }: RequestHead): string {
      const line = `${method} ${url} `;
      for (let start = text.indexOf(line); start >= 0; start = text.indexOf(line, start + 1)) {
        const end = text.indexOf('\n', start);
        // A body before it can have the same line, but not the same head.
        if (!text.startsWith(firstName, end + 1)) continue;
        const protocol = text.slice(start + line.length, end).trimEnd();
        text = text.slice(end);
        return protocol;
      }
      return '';
    },
  };
}
