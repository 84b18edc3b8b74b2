import type { Paint } from '../terminal/paint.ts';

export interface Ready {
  readonly url: string;
  /** Null where no known token is valid. */
  readonly token: string | null;
  readonly dynamodb: string;
  readonly tables: Readonly<Record<string, string>>;
  readonly docs: string;
  readonly data: string | undefined;
  /** Whether the tables are those of a DynamoDB that somebody else runs. */
  readonly outside: boolean;
}

export function banner(ready: Ready, paint: Paint): string {
  const { url, token, docs, dynamodb, tables, data, outside } = ready;
  // Amazon's DynamoDB Local has other tables for each key and region.
  const credentials = outside ? 'access key local, region us-east-1' : 'any credentials';
  return `
  ${paint('bold', 'The plant store')} runs at ${paint('green', url)}

  docs    ${docs} (the contract, and a console to try it)
  tables  ${dynamodb} (${Object.keys(tables).join(', ')}; any DynamoDB client, ${credentials})
  kept    ${data ?? (outside ? 'there, as that DynamoDB keeps it' : 'in memory only')}
  token   ${token ?? 'none yet: npm run token -- create --client NAME'}

  curl ${url}/plants \\
    -H 'Authorization: Bearer ${token ?? 'TOKEN'}' \\
    -H 'Content-Type: application/json' \\
    -d '{"id": 1, "name": "Monstera", "tag": "houseplant"}'

  Ctrl-C ends it.
`;
}

/** What a host that is not this machine's own opens to others. */
export function opening(
  host: string,
  { isExposed, outside }: Pick<Ready, 'outside'> & { readonly isExposed: boolean },
): string | undefined {
  if (!isExposed) return undefined;
  const tables = outside ? '' : 'the tables with plants and tokens, to read and to write, and ';
  return `Open to all who reach ${host}: ${tables}the docs page with its token.`;
}
