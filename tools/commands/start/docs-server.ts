import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { contractText, readContract } from '../../contract/contract.ts';
import { contentSecurityPolicy, docsPage } from '../../contract/page/page.ts';
import { startOwnServer } from '../../local/machine/own-server.ts';

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  // A page of another site that could frame this page could use its token.
  'content-security-policy': `${contentSecurityPolicy}; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
};

/**
 * Serves the contract's page, and forwards the requests of its console. The gateway's answers have
 * no CORS headers, so a browser would not let the page read them directly. The console uses the token by default.
 */
export async function serveDocs(
  address: { readonly host: string; readonly ports: readonly number[] },
  service: { readonly url: string; readonly token: string },
) {
  const text = contractText();
  const contract = readContract(text);
  const files = new Map([
    ['/', { headers: pageHeaders, text: docsPage(contract, service) }],
    ['/openapi.yaml', { headers: { 'content-type': 'application/yaml' }, text }],
  ]);
  return startOwnServer({ ...address, setting: '--docs-port' }, (incoming, outgoing) => {
    const { method = '', url = '' } = incoming;
    const file = files.get(url);
    // Node leaves out the body of an answer to HEAD.
    if (file !== undefined && (method === 'GET' || method === 'HEAD')) {
      outgoing.writeHead(200, file.headers).end(file.text);
    } else if (contract.paths[url]?.[method.toLowerCase()] !== undefined) {
      forward(incoming, outgoing, new URL(url, service.url));
    } else {
      answerText(outgoing, 404, 'The page of the contract is at /.');
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
