import { isLoopback } from '../../terminal/foreign.ts';
import type { Paint } from '../../terminal/paint.ts';

export interface Ready {
  readonly url: string;
  /** Null where no known token is valid. */
  readonly token: string | null;
  readonly dynamodb: string;
  readonly tables: Readonly<Record<string, string>>;
  readonly docs: string;
  readonly data: string | undefined;
}

export function banner({ url, token, docs, dynamodb, tables, data }: Ready, paint: Paint): string {
  return `
  ${paint('bold', 'The plant store')} runs at ${paint('green', url)}

  docs    ${docs} (the contract, and a console to try it)
  tables  ${dynamodb} (${Object.keys(tables).join(', ')}; any DynamoDB client, any credentials)
  kept    ${data ?? 'in memory only'}
  token   ${token ?? 'none yet: npm run token -- create --client NAME'}

  curl ${url}/plants \\
    -H 'Authorization: Bearer ${token ?? 'TOKEN'}' \\
    -H 'Content-Type: application/json' \\
    -d '{"id": 1, "name": "Monstera", "tag": "houseplant"}'

  Ctrl-C ends it.
`;
}

/** What a host that is not this machine's own opens to others. */
export function opening(host: string): string | undefined {
  if (isLoopback(host)) return undefined;
  return `Open to all who reach ${host}: the tables with plants and tokens, to read and to write, and the docs page with its token.`;
}
