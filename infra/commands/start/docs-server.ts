import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { contractText, parseContract } from '../../contract/contract.ts';
import { contentSecurityPolicy, docsPage } from '../../contract/page/page.ts';
import { servePage } from '../../local/local.ts';

export interface DocsOptions {
  readonly host: string;
  /** Tried in this order; 0 is any free port. */
  readonly ports: readonly number[];
  readonly gatewayUrl: string;
  /** The token that the console sends by default. */
  readonly token: string;
}

export interface DocsServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  // A page of another site that could frame this page could use its token.
  'content-security-policy': `${contentSecurityPolicy}; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
};

/**
 * Serves the contract's page, and forwards the requests of its console. The gateway's answers have
 * no CORS headers, so a browser would not let the page read them directly.
 */
export async function serveDocs(options: DocsOptions): Promise<DocsServer> {
  const { host, ports, gatewayUrl, token } = options;
  const contract = parseContract(contractText());
  const page = docsPage(contract, token);
  return servePage({ host, ports, setting: '--docs-port' }, (incoming, outgoing) => {
    const { method = '', url = '' } = incoming;
    // Node leaves out the body of an answer to HEAD.
    if ((method === 'GET' || method === 'HEAD') && url === '/') {
      outgoing.writeHead(200, pageHeaders).end(page);
    } else if (contract.paths[url]?.[method.toLowerCase()] !== undefined) {
      forward(incoming, outgoing, new URL(url, gatewayUrl));
    } else {
      say(outgoing, 404, 'The page of the contract is at /.');
    }
  });
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, target: URL): void {
  const headers = endToEnd(incoming.headers);
  const onward = request(target, { method: incoming.method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers));
    answer.pipe(outgoing);
    // If the answer comes before the upload has ended, the rest of the upload is read and dropped.
    incoming.unpipe(onward).resume();
  });
  onward.on('error', () => say(outgoing, 502, `Nothing answers at ${target.origin}.`));
  // If the client gives up, nobody needs the answer.
  outgoing.on('close', () => onward.destroy());
  incoming.pipe(onward);
}

/** Headers about one connection only (RFC 9110, 7.6.1), or about the page instead of the request. */
const notForwarded = new Set([
  'connection',
  'expect',
  'host',
  'keep-alive',
  'origin',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !notForwarded.has(name)));
}

function say(response: ServerResponse, status: number, sentence: string): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(sentence);
}
