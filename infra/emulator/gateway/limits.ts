/** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
export const bodyLimit = 10 * 1024 * 1024;
export const headerLimit = 10_240;
export const authorizerTimeout = 10_000;

/** The request line and every header line, as they came over the wire. */
export function headerBytes(method: string, target: string, rawHeaders: readonly string[]): number {
  const requestLine = method.length + target.length + ' '.length + ' HTTP/1.1\r\n'.length;
  const names = rawHeaders.length / 2;
  return rawHeaders.reduce(
    (bytes, text) => bytes + text.length,
    requestLine + names * ': \r\n'.length,
  );
}
