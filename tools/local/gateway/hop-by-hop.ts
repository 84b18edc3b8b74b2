/** These headers are about one connection only, so the gateway does not pass them on (RFC 9110, 7.6.1). */
export const hopByHop = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
