// RFC 9110 §11.4 (scheme in any case, one or more spaces) and RFC 6750 §2.1 (b64token).
const credentials = /^bearer +([a-z0-9\-._~+/]+=*)$/i;
const maxLength = 512;

/** The token of an Authorization header; undefined if the header is not exactly one bearer token. */
export function bearerToken(header: unknown): string | undefined {
  return typeof header === 'string' && header.length <= maxLength
    ? credentials.exec(header)?.[1]
    : undefined;
}

/**
 * The Authorization header, if the request has exactly one. A header that was sent twice is joined in
 * `headers`, but the identity source can hold only one of the two.
 */
export function authorizationHeader(
  sources: unknown,
  headers?: Record<string, string | undefined>,
): unknown {
  if (!Array.isArray(sources) || sources.length !== 1) return undefined;
  const header = headers?.['authorization'];
  if (header !== undefined && header !== sources[0]) return undefined;
  return sources[0];
}
