import { Agent } from 'node:http';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it, onTestFinished } from 'vitest';
import { startPlantStore } from '../../../infra/commands/start/service.ts';
import { localSettings } from '../../../infra/local/tables/tables.ts';
import { otherDynamodb } from '../../embedded-dynamodb.ts';
import { exchange } from '../../exchange.ts';
import { unthrottled } from '../../unthrottled.ts';
import { type Plant, plantText, startHistory } from '../histories/history.ts';
import { contradictions } from '../histories/oracle.ts';

/** Plants that are different, but as similar as possible. */
const contenders: readonly Plant[] = [
  { name: 'Fern' },
  { name: 'Fern', tag: '' },
  { name: 'Fern', tag: 'indoor' },
  { name: 'Fern', tag: 'Indoor' },
  { name: '', tag: 'Fern' },
  { name: '' },
  { name: 'Fern ', tag: 'indoor' },
  { name: 'Fe\u0301rn' },
  { name: 'F\u00e9rn' },
];
// There are fewer connections and instances.
const count = 100;
const requestsBetweenKills = 40;

it('concurrent creates through the gateway agree on one plant for each id, though instances are killed', {
  timeout: 300_000,
}, async () => {
  const mostInstances = 4;
  const store = await startPlantStore({
    assembly: unthrottled(),
    dynamodb: otherDynamodb,
    mostInstances,
  });
  onTestFinished(store.close);
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const headers = { authorization: `Bearer ${store.token}`, 'content-type': 'application/json' };
  const { creates, record } = startHistory();
  let answered = 0;
  let kills = 0;
  /** The answer 500 of a killed instance does not say whether the plant is stored, so the client sends it again. */
  const create = async (id: number, plant: Plant): Promise<void> => {
    const body = JSON.stringify({ id, ...plant });
    const { status } = await record(id, plant, () =>
      exchange(`${store.url}/plants`, { agent, headers, body }),
    );
    answered += 1;
    if (answered % requestsBetweenKills === 0 && killOne(store.pids())) kills += 1;
    if (status === 500) await create(id, plant);
    else expect([200, 400]).toContain(status);
  };

  // Another DynamoDB may still hold the plants of an earlier run.
  const first = Date.now() * 1_000;
  const contested = [0, 1, 2].map((round) => first + round);
  const own = Array.from({ length: count }, (_, index) => first + 100 + index);
  for (const id of contested) {
    const sent = own.map((_, index) => contenders[index % contenders.length] as Plant);
    await Promise.all(sent.map((plant) => create(id, plant)));
  }
  await Promise.all(own.map((id) => create(id, { name: 'Fern' })));
  expect(kills).toBeGreaterThan(0);
  expect(creates.filter(({ answer }) => answer === 'taken')).not.toHaveLength(0);
  expect(contradictions(creates, await heldPlants(store.dynamodb, [...contested, ...own]))).toEqual(
    [],
  );
});

async function heldPlants(endpoint: string, ids: readonly number[]) {
  const client = new DynamoDBClient(localSettings(endpoint));
  onTestFinished(() => client.destroy());
  const documents = DynamoDBDocumentClient.from(client);
  const held = new Map<string, string>();
  for (const id of ids) {
    const { Item } = await documents.send(
      new GetCommand({ TableName: 'Plants', Key: { id }, ConsistentRead: true }),
    );
    if (Item !== undefined) held.set(`${id}`, plantText(Item as Plant));
  }
  return held;
}

/** Kills one of them. False if none is left. */
function killOne(pids: readonly number[]): boolean {
  const pid = pids[Math.floor(Math.random() * pids.length)];
  try {
    return pid !== undefined && process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}
