import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { extname } from 'node:path';
import { readContractText } from '../../contract/contract.ts';
import { startServer } from '../../local/server.ts';
import { textOf } from '../../shared/terminal/sentence.ts';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
  '.yaml': 'application/yaml',
};

/** The contract's server. */
const usualServer = 'http://127.0.0.1:3000';

const ofSwaggerUi =
  /^(index\.html|index\.css|swagger-ui\.css|swagger-ui(-bundle|-standalone-preset)\.js|favicon-(16x16|32x32)\.png)$/;

const swaggerUi = import.meta.resolve('swagger-ui-dist/package.json');

/** Instead of Swagger UI's own, which shows an example. The security scheme of the contract is also called token. */
function initializer(token: string): string {
  const shown = { url: 'openapi.yaml', dom_id: '#swagger-ui', docExpansion: 'full' };
  return `window.onload = () => {
  const ui = SwaggerUIBundle({
    ...${JSON.stringify({ ...shown, tryItOutEnabled: true, validatorUrl: null })},
    // The contract's server is the gateway on its usual port. This page forwards to that of this run.
    requestInterceptor: (request) => {
      const { pathname, search } = new URL(request.url, location);
      return { ...request, url: location.origin + pathname + search };
    },
    onComplete: () => ui.preauthorizeApiKey('token', ${JSON.stringify(token)}),
  });
};
`;
}

// Nothing comes from another host. A page of another site that could frame this page could use its token.
const policy = `default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'`;

/**
 * Shows the contract with Swagger UI, and passes its requests to the gateway. The gateway's answers have no CORS headers,
 * so a browser would not let a page of another port read these answers. The page uses the token of this run.
 */
export async function serveDocs(
  address: { readonly host: string; readonly ports: readonly number[] },
  gateway: { readonly url: string; readonly listener: RequestListener },
  token: string,
) {
  const fileOf = (name: string): string | Buffer | undefined => {
    // The file as it is now, with the server of this run.
    if (name === 'openapi.yaml') return readContractText().replace(usualServer, gateway.url);
    if (name === 'swagger-initializer.js') return initializer(token);
    return ofSwaggerUi.test(name) ? readFileSync(new URL(name, swaggerUi)) : undefined;
  };
  return startServer({ ...address, option: '--docs-port' }, (incoming, outgoing) => {
    const { method = '', url = '' } = incoming;
    const [path = ''] = url.split('?', 1);
    const name = path.slice(1) || 'index.html';
    const send = (status: number, type: string, body: string | Buffer) => {
      const headers = {
        'content-type': types[type],
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
      };
      outgoing.writeHead(status, headers).end(body);
    };
    try {
      const file = method === 'GET' || method === 'HEAD' ? fileOf(name) : undefined;
      if (file !== undefined) send(200, extname(name), file);
      else gateway.listener(incoming, outgoing);
    } catch (error) {
      // While an editor or git replaces openapi.yaml, for example.
      send(500, '.txt', textOf(error));
    }
  });
}
