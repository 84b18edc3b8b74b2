import type { NewPlant } from '../../../functions/create-plant/contract.ts';
import { createPlant } from '../../../functions/create-plant/create-plant.ts';
import { type AddPlant, plantStore } from '../../../functions/create-plant/plant-store.ts';
import { documentClient } from '../../../functions/shared/document-client.ts';
import { createPlantEvent } from '../../events.ts';
import { exactJson, plant, plantIn, similarPlants } from '../../plants.ts';
import { contradictions, plantText, startHistory } from '../histories/history.ts';
import { type Invocation, startFleet } from './fleet.ts';
import type { DocumentClient, Network } from './network.ts';
import { eventualTables, type RegionName, regionNames, strongTables } from './regions.ts';
import { type Items, perform } from './store.ts';
import { type Story, tellWith, type World } from './virtual-time.ts';

/** The parts of CreatePlant that a mutant replaces by a wrong one. */
export interface Parts {
  readonly client: () => DocumentClient;
  readonly add: (client: DocumentClient) => AddPlant;
  readonly handler: typeof createPlant;
}

/** The parts as functions/create-plant/handler.ts connects them. */
export const ourParts: Parts = {
  client: () => documentClient({ maxAttempts: 3 }),
  add: (client) => plantStore(client, 'Plants'),
  handler: createPlant,
};

export interface Setting {
  /** `strong`: a write is in a second region before it is answered. `eventual`: it is copied afterwards. */
  readonly consistency: 'strong' | 'eventual';
  /** Whether each id is written in one region only. */
  readonly atHome: boolean;
}

/** Tells the story of one seed: some clients, some plants, two ids, two regions, and faults of all kinds. */
export function tell(seed: number, parts = ourParts, setting?: Setting): Promise<Story> {
  return tellWith(seed, (world, broken) => {
    return play(world, parts, setting ?? settingOf(world), broken);
  });
}

/**
 * Makes one call before the first story. In its first call the SDK reads the configuration files of this machine. A
 * story must neither wait for a disk nor depend on its files.
 */
export async function prepareSdk(): Promise<void> {
  Object.assign(process.env, {
    ...{ AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' },
    ...{ AWS_CONFIG_FILE: 'none', AWS_SHARED_CREDENTIALS_FILE: 'none' },
  });
  const client = ourParts.client();
  const handle = async () => ({ response: perform('.PutItem', '{}', new Map()) });
  client.config.requestHandler = { metadata: { handlerProtocol: 'http/1.1' }, handle } as never;
  const add = ourParts.add(client);
  await add(plant(), new AbortController().signal).catch(() => {});
}

function settingOf({ random }: World): Setting {
  return random.chance(0.7)
    ? { consistency: 'strong', atHome: random.chance(0.2) }
    : { consistency: 'eventual', atHome: true };
}

async function play(
  world: World,
  { client: createClient, add, handler }: Parts,
  { consistency, atHome }: Setting,
  broken: string[],
): Promise<void> {
  const { random, log } = world;
  const tables = consistency === 'strong' ? strongTables(world) : eventualTables(world);
  const share = random.pick([0, 0.1, 0.3, 0.6]);
  let isStormy = true;
  const network: Network = { world, faultShare: () => (isStormy ? share : 0) };
  const invoke = startFleet(network, tables, {
    timeoutMilliseconds: 10_000,
    client: createClient,
    handler: (client) => {
      const handle = handler(add(client));
      return (body: string, context) => handle(createPlantEvent(body), context as never);
    },
  });
  const { creates, record } = startHistory();
  const answers: { code: number; plant: NewPlant }[] = [];
  log(`two regions, ${consistency} consistency, ${share * 100} % of requests hit by a fault`);

  const send = async (client: string, region: RegionName, plant: NewPlant) => {
    const text = `${client}: ${plantText(plant)} as ${plant.id} in ${region}`;
    log(text);
    const killAfter = isStormy && random.chance(0.1) ? random.below(2_000) : undefined;
    const isLost = isStormy && random.chance(0.1);
    const { status, body } = await record(plant, async () => {
      const invocation = await invoke(region, exactJson(plant), killAfter);
      const { statusCode = 500, body = '{"message":"Internal Server Error"}' } =
        invocation.result ?? {};
      for (const promise of brokenBy(invocation, body)) broken.push(`${text}: ${promise}`);
      await world.wait(1 + random.below(20));
      return isLost ? { status: 0, body: '' } : { status: statusCode, body };
    });
    log(`${client}: ${isLost ? 'no answer' : `${status} ${body}`}`);
    const code: number = status === 200 ? 200 : status === 400 ? JSON.parse(body).error : 0;
    answers.push({ code, plant });
    return code;
  };

  const client = async (name: string) => {
    const id = random.below(2);
    const sent = { ...plant(id), ...random.pick(similarPlants) };
    const home = regionNames[id] as RegionName;
    await world.wait(random.below(3_000));
    for (let tries = 1 + random.below(3); tries > 0; tries -= 1) {
      const region = atHome ? home : random.pick(regionNames);
      if ([200, 1004].includes(await send(name, region, sent))) break;
      await world.wait(random.below(2_000));
    }
    return { name, sent, home };
  };
  const cutRegions = async () => {
    while (isStormy) {
      await world.wait(random.below(3_000));
      const region = random.pick([undefined, ...regionNames]);
      if (isStormy) tables.cut(region);
      if (isStormy && region !== undefined) log(`${region} is cut off`);
    }
  };
  const storm = random.chance(0.5) ? cutRegions() : undefined;
  const names = Array.from({ length: 2 + random.below(7) }, (_, index) => `client ${index}`);
  const clients = await Promise.all(names.map(client));
  isStormy = false;
  tables.cut(undefined);
  await storm;
  await world.wait(10_000);

  const [early = new Map()] = (await tables.settled()).map(heldIn);
  for (const { code, plant } of answers.filter((one) => one.code > 0)) {
    const held = early.get(`${plant.id}`);
    const found = held === plantText(plant) ? 'its plant' : 'another plant';
    log(`after ${code}, the table holds ${held === undefined ? 'nothing' : found}`);
  }
  log('calm: each client sends its plant again');
  answers.length = 0;
  for (const { name, sent, home } of clients) await send(name, home, sent);
  const [held = new Map(), other] = (await tables.settled()).map(heldIn);
  if (JSON.stringify([...held]) !== JSON.stringify([...(other ?? [])])) {
    broken.push('the regions disagree in the end');
  }
  for (const { plant, code } of answers) {
    const right = held.get(`${plant.id}`) === plantText(plant) ? 200 : 1004;
    if (code !== right)
      broken.push(`a retry of ${plantText(plant)} as ${plant.id} gets ${code}, not ${right}`);
  }
  for (const id of contradictions(creates, held)) {
    broken.push(`the answers for ${id} contradict each other or the table`);
  }
  for (const [id, plant] of held) log(`the table holds ${plant} as ${id}`);
}

/** The promises that one answer breaks. */
function brokenBy({ attempts, wasTooLate }: Invocation<unknown>, body: string): string[] {
  const { error } = JSON.parse(body);
  return [
    wasTooLate ? 'the function did not answer before its timeout' : [],
    attempts > 3 ? `${attempts} attempts, more than three` : [],
    error === 1006 && attempts < 3 ? `given up after ${attempts} attempts` : [],
    [undefined, 1004, 1006].includes(error) ? [] : `a fault of the store is answered ${error}`,
  ].flat();
}

/** The plants in a table, by id. */
function heldIn(items: Items): Map<string, string> {
  const plants = [...items.values()].map(plantIn);
  return new Map(plants.map((plant) => [`${plant.id}`, plantText(plant)] as const).toSorted());
}
