import { createHash } from 'node:crypto';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { contradictions, type Plant, plantText, startHistory } from '../histories/history.ts';
import type { Invocation } from './fleet.ts';
import type { Network } from './network.ts';
import { eventualTables, type RegionName, regionNames, strongTables } from './regions.ts';
import { ourParts, type Parts, startService } from './service.ts';
import type { Items } from './store.ts';
import { inVirtualTime, type World } from './virtual-time.ts';

/** The events of a story, in lines that a person can read, and the promises that were broken. */
export interface Story {
  readonly seed: number;
  readonly lines: readonly string[];
  readonly broken: readonly string[];
}

export interface Setting {
  /** `strong`: a write is in a second region before it is answered. `eventual`: it is copied afterwards. */
  readonly consistency: 'strong' | 'eventual';
  /** Whether each id is written in one region only. */
  readonly atHome: boolean;
}

const plants: readonly Plant[] = [
  { name: 'Fern' },
  { name: 'Fern', tag: '' },
  { name: 'Fern', tag: 'indoor' },
  { name: 'Moss' },
];

/** Tells the story of one seed: some clients, some plants, two ids, two regions, and faults of all kinds. */
export function tell(seed: number, parts = ourParts, setting?: Setting): Promise<Story> {
  return tellWith(seed, (world, log, broken) =>
    play(world, parts, setting ?? settingOf(world), log, broken),
  );
}

/** Plays a story in virtual time, and keeps its lines. */
export async function tellWith(
  seed: number,
  play: (world: World, log: (line: string) => void, broken: string[]) => Promise<void>,
): Promise<Story> {
  const lines: string[] = [];
  const broken: string[] = [];
  const keep = (line: string) => void lines.push(line);
  await inVirtualTime(seed, keep, async (world) => {
    const log = (line: string) => keep(`${(world.now() / 1_000).toFixed(3)} s  ${line}`);
    await play(world, log, broken);
  });
  return { seed, lines, broken };
}

/** The same for the same stories, on every machine. */
export function digestOf(stories: readonly Pick<Story, 'lines'>[]): string {
  const text = stories.map(({ lines }) => lines.join('\n')).join('\n\n');
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function settingOf({ random }: World): Setting {
  return random.chance(0.7)
    ? { consistency: 'strong', atHome: random.chance(0.2) }
    : { consistency: 'eventual', atHome: true };
}

async function play(
  world: World,
  parts: Parts,
  { consistency, atHome }: Setting,
  log: (line: string) => void,
  broken: string[],
): Promise<void> {
  const { random } = world;
  const tables = consistency === 'strong' ? strongTables(world) : eventualTables(world);
  const share = random.pick([0, 0.1, 0.3, 0.6]);
  let isStormy = true;
  const network: Network = { world, log, faultShare: () => (isStormy ? share : 0) };
  const invoke = startService(network, tables, parts);
  const { creates, record } = startHistory();
  log(`two regions, ${consistency} consistency, ${share * 100} % of requests hit by a fault`);

  const send = async (client: string, region: RegionName, id: number, plant: Plant) => {
    const text = `${client}: ${plantText(plant)} as ${id} in ${region}`;
    log(text);
    const killAfter = isStormy && random.chance(0.1) ? random.below(2_000) : undefined;
    const isLost = isStormy && random.chance(0.1);
    const { status, body } = await record(id, plant, async () => {
      const invocation = await invoke(region, JSON.stringify({ id, ...plant }), killAfter);
      for (const promise of brokenBy(invocation)) broken.push(`${text}: ${promise}`);
      await world.wait(1 + random.below(20));
      if (isLost) return { status: 0, body: '' };
      const { statusCode = 500, body = '{"message":"Internal Server Error"}' } =
        invocation.result ?? {};
      return { status: statusCode, body };
    });
    log(`${client}: ${isLost ? 'no answer' : `${status} ${body}`}`);
    return status === 200 ? 200 : status === 400 ? (JSON.parse(body).error as number) : 0;
  };

  const client = async (name: string) => {
    const id = random.below(2);
    const plant = random.pick(plants);
    const home = regionNames[id] as RegionName;
    await world.wait(random.below(3_000));
    for (let tries = 1 + random.below(3); tries > 0; tries -= 1) {
      const region = atHome ? home : random.pick(regionNames);
      if ([200, 1004].includes(await send(name, region, id, plant))) break;
      await world.wait(random.below(2_000));
    }
    return { name, id, plant, home };
  };
  const trouble = async () => {
    while (isStormy) {
      await world.wait(random.below(3_000));
      const region = random.pick([undefined, ...regionNames]);
      if (isStormy) tables.cut(region);
      if (isStormy && region !== undefined) log(`${region} is cut off`);
    }
  };
  const storm = random.chance(0.5) ? trouble() : undefined;
  const clients = await Promise.all(
    Array.from({ length: 2 + random.below(7) }, (_, index) => client(`client ${index}`)),
  );
  isStormy = false;
  tables.cut(undefined);
  await storm;
  await world.wait(10_000);

  log('calm: each client sends its plant again');
  await tables.settled();
  const again = [];
  for (const { name, id, plant, home } of clients) {
    again.push({ id, plant, code: await send(name, home, id, plant) });
  }
  const [first, second] = (await tables.settled()).map(heldIn);
  if (JSON.stringify([...(first ?? [])]) !== JSON.stringify([...(second ?? [])])) {
    broken.push('the regions disagree in the end');
  }
  for (const { id, plant, code } of again) {
    const truth = first?.get(`${id}`) === plantText(plant) ? 200 : 1004;
    if (code !== truth)
      broken.push(`a retry of ${plantText(plant)} as ${id} gets ${code}, not ${truth}`);
  }
  for (const id of contradictions(creates, first)) {
    broken.push(`the answers for ${id} contradict each other or the table`);
  }
  for (const [id, plant] of first ?? []) log(`the table holds ${plant} as ${id}`);
}

/** The promises of one answer, whatever happens. */
function brokenBy({
  result,
  attempts,
  wasSlow,
  wasTooLate,
}: Invocation<APIGatewayProxyStructuredResultV2>): string[] {
  const { error, message }: { error?: number; message?: string } = JSON.parse(result?.body ?? '{}');
  const isOutOfTime = message === 'the request ran out of time, please retry';
  const rules: readonly [boolean, string][] = [
    [wasTooLate, 'the function did not answer before its timeout'],
    [attempts > 3, `${attempts} attempts, more than three`],
    [
      error === 1006 && attempts < 3 && !(isOutOfTime && wasSlow),
      `given up after ${attempts} attempts`,
    ],
    [![undefined, 1004, 1006].includes(error), `a fault of the store is answered ${error}`],
  ];
  return rules.filter(([isBroken]) => isBroken).map(([, promise]) => promise);
}

function heldIn(items: Items): Map<string, string> {
  const plants = [...items.values()].map(({ id, name, tag }): [string, string] => [
    `${id?.['N']}`,
    plantText({ name: `${name?.['S']}`, ...(tag?.['S'] !== undefined && { tag: tag['S'] }) }),
  ]);
  return new Map(plants.toSorted());
}
