import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { paginateScan } from '@aws-sdk/client-dynamodb';
import { localClient } from '../../../../tools/local/tables/tables.ts';
import { exactJson, keyOf, path, plant, tableKey } from '../../../setup/plants.ts';

/** Sends one request for each of `count` plants. Returns the status by id; 0 if the connection broke. */
export async function createMany(
  { url, token }: { readonly url: string; readonly token: string },
  { clients, count, from = 1 }: { clients: number; count: number; from?: number },
): Promise<Map<string, number>> {
  const agent = new Agent({ keepAlive: true });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const statuses = new Map<string, number>();
  let next = from;
  const client = async () => {
    while (next < from + count) {
      const sent = plant(next, `plant ${next}`);
      next += 1;
      const answer = await exchange(url + path, { agent, headers, body: exactJson(sent) });
      statuses.set(keyOf(sent), answer.status);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
  return statuses;
}

export async function storedIds(endpoint: string, table: string): Promise<Set<string>> {
  const client = localClient(endpoint);
  const ids = new Set<string>();
  for await (const { Items: items = [] } of paginateScan({ client }, { TableName: table }))
    for (const item of items) ids.add(`${Object.values(item[tableKey.AttributeName] ?? {})}`);
  client.destroy();
  return ids;
}

interface Sent {
  readonly agent: Agent;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends one POST over a real socket. The status is 0 if the connection broke before the end of the answer. */
async function exchange(url: string, { agent, headers, body }: Sent) {
  try {
    const outgoing = request(url, { method: 'POST', agent, headers });
    // The service can answer, and then close the connection, before it has read the whole body.
    outgoing.on('error', () => {}).end(body);
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    return { status: answer.statusCode ?? 0, body: await text(answer) };
  } catch {
    return { status: 0, body: '' };
  }
}
