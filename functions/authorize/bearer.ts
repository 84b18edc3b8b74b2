// RFC 9110 §11.4 (scheme in any case, one or more spaces) and RFC 6750 §2.1 (b64token).
const credentials = /^bearer +([a-z0-9\-._~+/]+=*)$/i;

/**
 * The token of the Authorization header, if the request has one such header, and the header one bearer token. A header
 * that was sent twice is joined in `headers`, but the identity source can hold only one of the two.
 */
export function bearerToken(
  sources: readonly string[] | undefined,
  headers?: Record<string, string | undefined>,
): string | undefined {
  if (sources?.length !== 1) return undefined;
  const source = String(sources[0]);
  const header = headers?.['authorization'];
  if (header !== undefined && header !== source) return undefined;
  return credentials.exec(source)?.[1];
}
