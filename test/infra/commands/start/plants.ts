import { Agent, request } from 'node:http';
import { paginateScan } from '@aws-sdk/client-dynamodb';
import { localClient } from '../../../../infra/local/tables/tables.ts';

export interface Target {
  readonly url: string;
  readonly token: string;
}

/** Statuses by id, for so many ids from `from` on, one request each, from so many clients at once. */
export async function createMany(
  { url, token }: Target,
  { clients, count, from = 1 }: { clients: number; count: number; from?: number },
): Promise<Map<number, number>> {
  const agent = new Agent({ keepAlive: true });
  const statuses = new Map<number, number>();
  let next = from;
  const client = async () => {
    while (next < from + count) {
      const id = next;
      next += 1;
      statuses.set(id, await create(`${url}/plants`, token, id, agent));
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
  return statuses;
}

/** The status, or 0 when the connection broke without an answer. */
function create(url: string, token: string, id: number, agent: Agent): Promise<number> {
  return new Promise((resolve) => {
    const body = JSON.stringify({ id, name: `plant ${id}` });
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const outgoing = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    outgoing.on('error', () => resolve(0));
    outgoing.end(body);
  });
}

export async function storedIds(endpoint: string, table: string): Promise<Set<number>> {
  const client = localClient(endpoint);
  const ids = new Set<number>();
  const pages = paginateScan({ client }, { TableName: table, ProjectionExpression: 'id' });
  for await (const { Items: items = [] } of pages)
    for (const { id } of items) ids.add(Number(id?.N));
  client.destroy();
  return ids;
}
