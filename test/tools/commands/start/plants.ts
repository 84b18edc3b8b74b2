import { Agent } from 'node:http';
import { paginateScan } from '@aws-sdk/client-dynamodb';
import { localClient } from '../../../../tools/local/tables/tables.ts';
import { exchange } from '../../../setup/exchange.ts';
import { numberOf, path, plantJson } from '../../../setup/plants.ts';

/** Sends one request for each of so many ids. Returns the status by id; 0 if the connection broke. */
export async function createMany(
  { url, token }: { readonly url: string; readonly token: string },
  { clients, count, from = 1 }: { clients: number; count: number; from?: number },
): Promise<Map<number, number>> {
  const agent = new Agent({ keepAlive: true });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const statuses = new Map<number, number>();
  let next = from;
  const client = async () => {
    while (next < from + count) {
      const id = next;
      next += 1;
      const body = plantJson(id, `plant ${id}`);
      statuses.set(id, (await exchange(url + path, { agent, headers, body })).status);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
  return statuses;
}

export async function storedIds(endpoint: string, table: string): Promise<Set<number>> {
  const client = localClient(endpoint);
  const ids = new Set<number>();
  for await (const { Items: items = [] } of paginateScan({ client }, { TableName: table }))
    for (const item of items) ids.add(numberOf(item));
  client.destroy();
  return ids;
}
