import { readFileSync } from 'node:fs';
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { extname } from 'node:path';
import { contractText, operationOf, readContract } from '../../contract/contract.ts';
import { startOwnServer } from '../../local/machine/own-server.ts';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.yaml': 'application/yaml',
};

const ofSwaggerUi =
  /^(index\.html|index\.css|swagger-ui\.css|swagger-ui(-bundle|-standalone-preset)\.js|favicon-\d+x\d+\.png)$/;

const swaggerUi = import.meta.resolve('swagger-ui-dist/package.json');

/** Instead of Swagger UI's own, which shows an example. `token` is the name of the security scheme. */
function initializer(token: string): string {
  const shown = { url: 'openapi.yaml', dom_id: '#swagger-ui', docExpansion: 'full' };
  return `window.onload = () => {
  const ui = SwaggerUIBundle({
    ...${JSON.stringify({ ...shown, tryItOutEnabled: true, validatorUrl: null })},
    // The contract's server is the gateway on its usual port. This page forwards to that of this run.
    requestInterceptor: (request) => {
      const { pathname } = new URL(request.url, location);
      return { ...request, url: location.origin + pathname };
    },
    onComplete: () => ui.preauthorizeApiKey('token', ${JSON.stringify(token)}),
  });
};
`;
}

// Nothing comes from another host. A page of another site that could frame this page could use its token.
const policy = `default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'`;

/**
 * Shows the contract with Swagger UI, and forwards its requests: the gateway's answers have no CORS headers, so a browser
 * would not let the page read them. The page uses the token of this run.
 */
export async function serveDocs(
  address: { readonly host: string; readonly ports: readonly number[] },
  service: { readonly url: string; readonly token: string },
) {
  const text = contractText();
  const contract = readContract(text);
  const { path } = operationOf(contract);
  const fileOf = (name: string): string | Buffer | undefined => {
    if (name === 'openapi.yaml') return text;
    if (name === 'openapi.json') return JSON.stringify(contract, null, 2);
    if (name === 'swagger-initializer.js') return initializer(service.token);
    return ofSwaggerUi.test(name) ? readFileSync(new URL(name, swaggerUi)) : undefined;
  };
  return startOwnServer({ ...address, setting: '--docs-port' }, (incoming, outgoing) => {
    const { method = '', url = '' } = incoming;
    const name = url.slice(1) || 'index.html';
    // Node leaves out the body of an answer to HEAD.
    const file = method === 'GET' || method === 'HEAD' ? fileOf(name) : undefined;
    if (file !== undefined) {
      outgoing.writeHead(200, {
        'content-type': types[extname(name)],
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
      });
      outgoing.end(file);
    } else if (url === path && method === 'POST') {
      forward(incoming, outgoing, new URL(url, service.url));
    } else {
      answerText(outgoing, 404, 'The contract is at /, /openapi.yaml and /openapi.json.');
    }
  });
}
function forward(incoming: IncomingMessage, outgoing: ServerResponse, target: URL): void {
  const headers = endToEnd(incoming.headers);
  // Without an agent of this process, which can have the proxy of NODE_USE_ENV_PROXY.
  const settings = { method: incoming.method, headers, agent: false };
  const onward = request(target, settings, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers));
    answer.pipe(outgoing);
    // If the answer comes before the upload has ended, the rest of the upload is read and dropped.
    incoming.unpipe(onward).resume();
  });
  onward.on('error', () => answerText(outgoing, 502, `Nothing answers at ${target.origin}.`));
  // If the browser closes its connection, nobody reads the answer.
  outgoing.on('close', () => onward.destroy());
  incoming.pipe(onward);
}

/** Headers of one connection (RFC 9110, 7.6.1), or of the page. */
const notForwarded =
  /^(connection|expect|host|keep-alive|origin|te|trailer|transfer-encoding|upgrade)$/;

function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !notForwarded.test(name)));
}

function answerText(response: ServerResponse, status: number, sentence: string): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(sentence);
}
