import type { IncomingMessage } from 'node:http';

const validHost = /^[\w.~!$&'()*+,;=%:[\]-]+$/;

/**
 * Whether all servers read this request in the same way. Node's parser refuses most ambiguous
 * requests; this function finds the others that a server has to refuse (RFC 9112, 2.3, 3.2 and 6.1).
 */
export function isUnambiguous({
  headersDistinct,
  httpVersion,
}: Pick<IncomingMessage, 'headersDistinct' | 'httpVersion'>): boolean {
  const { host: [host = '', ...otherHosts] = [], 'transfer-encoding': codings } = headersDistinct;
  const isChunked = httpVersion === '1.1' && codings?.join().toLowerCase() === 'chunked';
  return (
    (httpVersion === '1.0' || httpVersion === '1.1') &&
    validHost.test(host) &&
    otherHosts.length === 0 &&
    (codings === undefined || isChunked)
  );
}
