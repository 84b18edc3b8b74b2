import { styleText } from 'node:util';
import { type Contract, partOf } from '../../contract/contract.ts';
import { exampleRequest } from '../../contract/example-request.ts';
import type { OnAnswer } from '../../local/gateway.ts';
import { printable, redacted } from '../../shared/terminal/printable.ts';

interface Ready {
  readonly url: string;
  readonly docs: string;
  readonly dynamodb: string;
  readonly tables: Readonly<Record<string, string>>;
  /** Null if no known token is valid. */
  readonly token: string | null;
  readonly data: string | undefined;
  readonly contract: Contract;
}

export function banner(ready: Ready): string {
  const { contract, url, token, docs, dynamodb, tables, data } = ready;
  const title = printable(`${partOf(contract['info'])['title'] ?? 'The service'}`);
  return `
  ${styleText('bold', title)} runs at ${styleText('green', url)}

  docs    ${docs} (the contract, and a console to try it)
  tables  ${dynamodb} (${Object.keys(tables).join(', ')}; any DynamoDB client, any credentials)
  data    ${data ?? 'in memory only: other commands cannot see it'}
  token   ${token ?? 'none yet: npm run token -- create --client NAME'}

  ${curlCommand(ready)}

  Ctrl-C ends it.
`;
}

function curlCommand({ contract, url, token }: Ready): string {
  const request = exampleRequest(contract);
  const { path, json } = request;
  const body = [`-H 'Content-Type: application/json'`, `-d '${json?.replaceAll("'", `'\\''`)}'`];
  return [
    `curl ${optionOf(request)}${url}${path}`,
    `-H 'Authorization: Bearer ${token ?? 'TOKEN'}'`,
    ...(json === undefined ? [] : body),
  ].join(' \\\n    ');
}

/** With a body, curl sends a POST, and otherwise a GET. */
function optionOf({ method, json }: ReturnType<typeof exampleRequest>): string {
  if (method === 'HEAD') return '--head ';
  return method === (json === undefined ? 'GET' : 'POST') ? '' : `-X ${method} `;
}

/** For a service to which other machines can connect. */
export function exposureWarning({ url, dynamodb }: Pick<Ready, 'url' | 'dynamodb'>): string {
  const { hostname: host } = new URL(url);
  return `Warning: anyone who can reach ${host} can see the token on the docs page. The tables at ${dynamodb} accept any credentials, so anyone can also read and change everything in them, also the tokens.`;
}

/** `POST /path 400 error 1004 12 ms` */
export function requestLine(...answered: Parameters<OnAnswer>): string {
  const [{ method, path }, { body, statusCode: status }, milliseconds] = answered;
  const answer = [styleText(status < 400 ? 'green' : 'red', `${status}`)];
  const [, error] = /^\{"error":(\d+),/.exec(`${body}`) ?? [];
  if (status >= 400 && error !== undefined) answer.push(`error ${error}`);
  return `${printable(method)} ${redacted(path)} ${answer.join(' ')} ${Math.round(milliseconds)} ms`;
}
