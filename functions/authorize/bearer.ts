// RFC 9110 §11.4 (scheme in any case, one or more spaces) and RFC 6750 §2.1 (b64token).
const credentials = /^bearer +([a-z0-9\-._~+/]+=*)$/i;
const maxLength = 512;

/** The token of an Authorization header, or undefined where it is not one bearer token. */
export const bearerToken = (header: unknown): string | undefined =>
  typeof header === 'string' && header.length <= maxLength
    ? credentials.exec(header)?.[1]
    : undefined;
