interface Head {
  readonly httpVersion: string;
  readonly rawHeaders: readonly string[];
}

const host = /^[\w.~!$&'()*+,;=%:[\]-]+$/;

/**
 * Whether all servers read this request in the same way. Node's parser refuses most ambiguous
 * requests; this finds the rest that a server has to refuse (RFC 9112, 2.3, 3.2 and 6.1).
 */
export function isUnambiguous({ httpVersion, rawHeaders }: Head): boolean {
  const hosts = valuesOf('host', rawHeaders);
  const codings = valuesOf('transfer-encoding', rawHeaders);
  return (
    ['1.0', '1.1'].includes(httpVersion) &&
    hosts.length === 1 &&
    host.test(hosts[0] ?? '') &&
    (codings.length === 0 || (httpVersion === '1.1' && isChunkedOnly(codings)))
  );
}

function isChunkedOnly([coding, ...others]: readonly string[]): boolean {
  return others.length === 0 && coding?.toLowerCase() === 'chunked';
}

function valuesOf(name: string, rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name,
  );
}
