import { Agent } from 'node:http';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createPlant } from '../../../functions/create-plant/create-plant.ts';
import { plantStore } from '../../../functions/create-plant/plant-store.ts';
import { startPlantStore } from '../../../infra/commands/start/service.ts';
import { localSettings } from '../../../infra/local/tables/tables.ts';
import { otherDynamodb, startDynamodb } from '../../embedded-dynamodb.ts';
import { context, createPlantEvent } from '../../events.ts';
import { exchange } from '../../exchange.ts';
import { killOne } from '../../infra/commands/start/kill-one.ts';
import { publish } from '../../lab/prove/figure.ts';
import { often } from '../../lab/prove/often.ts';
import { unthrottled } from '../../unthrottled.ts';
import { type Contender, expectOneWinner, type Outcome, outcomeOf, senders } from './contenders.ts';

// In the short form, too, more than there are connections and instances.
const count = often({ full: 1_000, short: 100 });
const requestsBetweenKills = often({ full: 250, short: 40 });
const info = vi.spyOn(console, 'info').mockImplementation(() => {});
afterAll(() => info.mockRestore());

// The functions' own client would give up after a second. A thousand requests take longer.
function documentsOf(endpoint: string): DynamoDBDocumentClient {
  const client = new DynamoDBClient(localSettings(endpoint));
  onTestFinished(() => client.destroy());
  return DynamoDBDocumentClient.from(client);
}

async function stored(documents: DynamoDBDocumentClient, id: number): Promise<unknown> {
  const { Item } = await documents.send(
    new GetCommand({ TableName: 'Plants', Key: { id }, ConsistentRead: true }),
  );
  const { name, tag } = Item as Contender;
  return { name, ...(tag !== undefined && { tag }) };
}

/** Not of an earlier run, whose plants another DynamoDB may have kept. */
function freshIds(rounds: number): number[] {
  return Array.from({ length: rounds }, (_, round) => Date.now() * 1_000 + round);
}

describe(`${count} concurrent creates of one id`, () => {
  it('have one winner, by the handler on the tables', { timeout: 600_000 }, async () => {
    const rounds = often({ full: 100, short: 1 });
    const dynamodb = await startDynamodb();
    onTestFinished(dynamodb.stop);
    const documents = documentsOf(dynamodb.url);
    const handle = createPlant(plantStore(documents, 'Plants'));
    const create = async (id: number, plant: Contender) => {
      const event = createPlantEvent(JSON.stringify({ id, ...plant }));
      const { statusCode = 0, body = '' } = await handle(event, context(60_000));
      return outcomeOf(statusCode, body);
    };
    for (const id of freshIds(rounds)) {
      const sent = senders(count);
      const outcomes = await Promise.all(sent.map((plant) => create(id, plant)));
      expectOneWinner(sent, outcomes, await stored(documents, id));
    }
    publish({
      part: 'races',
      claim: `${count} concurrent creates of one id have one winner`,
      figure: `${rounds} rounds, ${rounds * count} creates, by the handler`,
    });
  });

  it('have one winner through the gateway, whatever instances are killed meanwhile', {
    timeout: 900_000,
  }, async () => {
    const rounds = often({ full: 100, short: 1 });
    const store = await startPlantStore({
      assembly: unthrottled(),
      dynamodb: otherDynamodb,
      mostInstances: 4,
    });
    onTestFinished(store.close);
    const documents = documentsOf(store.dynamodb);
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const headers = {
      authorization: `Bearer ${store.token}`,
      'content-type': 'application/json',
    };
    let answered = 0;
    let kills = 0;
    let repeated = 0;
    /** The gateway's answer for a killed instance does not say whether the plant is stored: ask again. */
    const create = async (id: number, plant: Contender): Promise<Outcome> => {
      const body = JSON.stringify({ id, ...plant });
      const answer = await exchange(`${store.url}/plants`, { agent, headers, body });
      answered += 1;
      if (answered % requestsBetweenKills === 0 && killOne(store.pids())) kills += 1;
      if (answer.status !== 500) return outcomeOf(answer.status, answer.body);
      expect(answer.body).toBe('{"message":"Internal Server Error"}');
      repeated += 1;
      return create(id, plant);
    };

    for (const id of freshIds(rounds)) {
      const sent = senders(count);
      const outcomes = await Promise.all(sent.map((plant) => create(id, plant)));
      expectOneWinner(sent, outcomes, await stored(documents, id));
    }
    expect(kills).toBeGreaterThan(0);
    publish({
      part: 'races',
      claim: 'The same through the gateway, with instances killed at random',
      figure: `${rounds} rounds, ${rounds * count} creates, ${kills} kills, ${repeated} asked again`,
    });
  });
});
