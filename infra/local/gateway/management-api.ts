import { once } from 'node:events';
import { createServer } from 'node:http';
import { anyLoopbackPort, listen } from '../machine/listen.ts';
import { isForeign } from '../machine/own-address.ts';

// https://docs.aws.amazon.com/apigatewayv2/latest/api-reference/apis-apiid-stages-stagename-cache-authorizers.html
const authorizersCache = /^\/v2\/apis\/[^/]+\/stages\/[^/]+\/cache\/authorizers$/;

/** The one call of API Gateway's own API that `npm run token -- revoke` needs. */
export async function startManagementApi(
  resetAuthorizersCache: () => void,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const server = createServer(({ headers, method, url = '' }, response) => {
    const isReset = method === 'DELETE' && authorizersCache.test(url);
    if (isForeign(headers, anyLoopbackPort.host)) {
      response.writeHead(403).end();
      return;
    }
    if (isReset) resetAuthorizersCache();
    response.writeHead(isReset ? 204 : 404).end();
  });
  return {
    url: await listen(server, anyLoopbackPort),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
