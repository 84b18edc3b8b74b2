import { type Contract, firstExample, operationOf } from '../../contract/contract.ts';
import type { LocalStack } from '../../local/local.ts';
import type { Paint } from '../terminal/paint.ts';

interface Ready extends Pick<LocalStack, 'url' | 'dynamodb' | 'tables'> {
  readonly contract: Contract;
  /** Null if no known token is valid. */
  readonly token: string | null;
  readonly docs: string;
  readonly data: string | undefined;
  readonly inspect?: LocalStack['inspect'];
}

export function banner(ready: Ready, paint: Paint): string {
  const { contract, url, token, docs, dynamodb, tables, data, inspect = {} } = ready;
  const ports = Object.entries(inspect).map(([name, port]) => `${name} ${port}`);
  return `
  ${paint('bold', 'The plant store')} runs at ${paint('green', url)}

  docs    ${docs} (the contract, and a console to try it)
  tables  ${dynamodb} (${Object.keys(tables).join(', ')}; any DynamoDB client, any credentials)
  data    ${data ?? 'in memory only'}
  token   ${token ?? 'none yet: npm run token -- create --client NAME'}${ports.length > 0 ? `\n  debug   127.0.0.1: ${ports.join(', ')}` : ''}

  curl ${url}${operationOf(contract).path} \\
    -H 'Authorization: Bearer ${token ?? 'TOKEN'}' \\
    -H 'Content-Type: application/json' \\
    -d '${firstExample(contract).replaceAll("'", `'\\''`)}'

  Ctrl-C ends it.
`;
}

/** For a service to which other machines can connect. */
export function exposureWarning({ url, dynamodb }: Pick<LocalStack, 'url' | 'dynamodb'>): string {
  const { hostname: host } = new URL(url);
  return `Warning: everybody who can reach ${host} can see the token on the docs page. The tables at ${dynamodb} accept any credentials, so everybody can also read and change all plants and tokens.`;
}
