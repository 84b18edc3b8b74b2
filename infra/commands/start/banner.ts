import type { LocalStack } from '../../local/local.ts';
import type { Paint } from '../terminal/paint.ts';

interface Ready extends Pick<LocalStack, 'url' | 'dynamodb' | 'tables'> {
  /** Null if no known token is valid. */
  readonly token: string | null;
  readonly docs: string;
  readonly data: string | undefined;
  /** Whether the tables are in another DynamoDB. */
  readonly isExternal: boolean;
}

export function banner(ready: Ready, paint: Paint): string {
  const { url, token, docs, dynamodb, tables, data, isExternal } = ready;
  // Amazon's DynamoDB Local has other tables for each key and region.
  const credentials = isExternal ? 'access key local, region us-east-1' : 'any credentials';
  return `
  ${paint('bold', 'The plant store')} runs at ${paint('green', url)}

  docs    ${docs} (the contract, and a console to try it)
  tables  ${dynamodb} (${Object.keys(tables).join(', ')}; any DynamoDB client, ${credentials})
  data    ${data ?? (isExternal ? 'in that DynamoDB' : 'in memory only')}
  token   ${token ?? 'none yet: npm run token -- create --client NAME'}

  curl ${url}/plants \\
    -H 'Authorization: Bearer ${token ?? 'TOKEN'}' \\
    -H 'Content-Type: application/json' \\
    -d '{"id": 1, "name": "Monstera", "tag": "houseplant"}'

  Ctrl-C ends it.
`;
}

/** For a URL to which other machines can connect. */
export function exposureWarning(url: string, isExternal: boolean): string {
  const { hostname: host } = new URL(url);
  const tables = isExternal ? '' : 'can read and change all plants and tokens, and ';
  return `Warning: everybody who can reach ${host} ${tables}can see the token on the docs page.`;
}
