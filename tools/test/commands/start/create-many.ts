import { paginateScan } from '@aws-sdk/client-dynamodb';
import { exactJson } from '../../../../functions/http/answer.ts';
import { createLocalClient } from '../../../local/tables/tables.ts';
import { exampleWith, keyOf, path, tableKey, tableName } from '../../setup/contract.ts';

/** Sends one request for each of `count` examples. Returns the status by key; 0 if the connection broke. */
export async function createMany(
  { url, token }: { readonly url: string; readonly token: string },
  { clients, count }: { clients: number; count: number },
): Promise<Map<string, number>> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const statuses = new Map<string, number>();
  let next = 1;
  const client = async () => {
    while (next <= count) {
      const sent = exampleWith(next, `number ${next}`);
      next += 1;
      const request = { method: 'POST', headers, body: exactJson(sent) };
      const answer = fetch(url + path, request).then(async (begun) => {
        await begun.text();
        return begun.status;
      });
      statuses.set(keyOf(sent), await answer.catch(() => 0));
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return statuses;
}

export async function storedIds(endpoint: string): Promise<Set<string>> {
  const client = createLocalClient(endpoint);
  const ids = new Set<string>();
  for await (const { Items: items = [] } of paginateScan({ client }, { TableName: tableName }))
    for (const item of items) ids.add(`${Object.values(item[tableKey.AttributeName] ?? {})}`);
  client.destroy();
  return ids;
}
