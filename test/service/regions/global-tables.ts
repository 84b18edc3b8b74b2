import { setTimeout } from 'node:timers/promises';
import { type Answer, type Item, type Region, startRegion, type Write } from './region.ts';

/** Two regions with one set of tables, and ways to disturb them. */
export interface GlobalTables {
  readonly regions: readonly [Region, Region];
  /** Stops replication between the two. */
  readonly cut: () => void;
  /** Takes a region away from all others, with strong consistency also from the witness. */
  readonly isolate: (region: Region) => void;
  /** Kills a region in the middle of its next write: before or after that write is safe. */
  readonly killInNextWrite: (region: Region, when: Moment) => void;
  /** Revives and links all regions. */
  readonly mend: () => void;
  /** Mends, and waits until both regions hold the same. */
  readonly settle: () => Promise<void>;
  readonly close: () => Promise<void>;
}

type Moment = 'before it is safe' | 'after it is safe';
const names = ['eu-central-1', 'eu-west-1'] as const;

interface Change {
  readonly table: string;
  readonly key: object;
  readonly item: Item;
  /** Of a clock that all share. */
  readonly time: number;
}

/** What disturbs both kinds alike. */
function disturbances() {
  const doomed = new Map<Region, Moment>();
  const isolated = new Set<Region>();
  let linked = true;
  return {
    linked: () => linked && isolated.size === 0,
    isolated: (region: Region) => isolated.has(region),
    /** Whether the region has died at this moment. */
    diesAt: (region: Region, moment: Moment) => {
      if (doomed.get(region) !== moment) return false;
      doomed.delete(region);
      region.kill();
      return true;
    },
    tablesOf: (
      regions: GlobalTables['regions'],
      settled: () => Promise<void>,
      close: () => Promise<void>,
    ): GlobalTables => {
      const mend = () => {
        linked = true;
        isolated.clear();
        doomed.clear();
        for (const region of regions) region.revive();
      };
      return {
        regions,
        cut: () => {
          linked = false;
        },
        isolate: (region) => {
          isolated.add(region);
        },
        killInNextWrite: (region, when) => {
          doomed.set(region, when);
        },
        mend,
        settle: async () => {
          mend();
          await settled();
        },
        close,
      };
    },
  };
}

/**
 * Each region answers by its own copy, and tells the other after a delay; there the later write of an item wins:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/V2globaltables_HowItWorks.html
 */
export async function startEventualTables(delayMilliseconds: number): Promise<GlobalTables> {
  const trouble = disturbances();
  const oneAtATime = queues();
  const latest = new Map<string, number>();
  const placeOf = ({ name }: Region, { table, key }: Pick<Change, 'table' | 'key'>) =>
    `${name} ${table} ${JSON.stringify(key)}`;
  let clock = 0;
  let waiting: { change: Change; to: Region; due: number }[] = [];

  const onWrite = (write: Write, region: Region) =>
    oneAtATime(region.name, async (): Promise<Answer | undefined> => {
      if (!region.alive() || trouble.diesAt(region, 'before it is safe')) return undefined;
      const answer = await write.apply();
      if (answer.status === 200) {
        clock += 1;
        const time = clock;
        latest.set(placeOf(region, write), time);
        const change = { ...write, item: await region.read(write.table, write.key), time };
        const to = regions[region === regions[0] ? 1 : 0];
        waiting.push({ change, to, due: Date.now() + delayMilliseconds });
      }
      return trouble.diesAt(region, 'after it is safe') ? undefined : answer;
    });
  const regions = await startBoth(onWrite);

  const deliver = async () => {
    if (!trouble.linked() || !regions.every((region) => region.alive())) return;
    const due = waiting.filter((one) => one.due <= Date.now());
    waiting = waiting.filter((one) => !due.includes(one));
    for (const { change, to } of due) {
      await oneAtATime(to.name, async () => {
        if ((latest.get(placeOf(to, change)) ?? 0) > change.time) return;
        latest.set(placeOf(to, change), change.time);
        await to.replace(change.table, change.key, change.item);
      });
    }
  };
  let delivering = Promise.resolve();
  const timer = setInterval(() => {
    delivering = delivering.then(deliver);
  }, 2);
  return trouble.tablesOf(
    regions,
    async () => {
      do {
        await setTimeout(2);
        await delivering;
      } while (waiting.length > 0);
      await delivering;
    },
    async () => {
      clearInterval(timer);
      await delivering;
      closeAll(regions);
    },
  );
}

/**
 * A write is safe once it is in two of three places, of which the third is a witness. Its condition sees the latest
 * item anywhere, and an item that is being written elsewhere is a conflict.
 */
export async function startStrongTables(crossingMilliseconds: number): Promise<GlobalTables> {
  const trouble = disturbances();
  const oneAtATime = queues();
  /** What is safe: the witness and at least one region agree on it. */
  const safe = new Map<string, Item>();
  const sinceSettled = new Set<string>();
  const writing = new Map<string, Region>();

  const onWrite = (write: Write, region: Region) => {
    const place = `${write.table} ${JSON.stringify(write.key)}`;
    const elsewhere = writing.get(place);
    if (elsewhere !== undefined && elsewhere !== region) return Promise.resolve(conflict);
    return oneAtATime(place, async (): Promise<Answer | undefined> => {
      if (!region.alive()) return undefined;
      if (trouble.isolated(region)) return noQuorum;
      writing.set(place, region);
      try {
        sinceSettled.add(place);
        // Also takes back what it wrote before it died, if that never became safe.
        await region.replace(write.table, write.key, safe.get(place));
        const answer = await write.apply();
        await setTimeout(crossingMilliseconds);
        if (answer.status !== 200) return region.alive() ? answer : undefined;
        if (trouble.diesAt(region, 'before it is safe') || !region.alive()) return undefined;
        safe.set(place, await region.read(write.table, write.key));
        return trouble.diesAt(region, 'after it is safe') ? undefined : answer;
      } finally {
        writing.delete(place);
      }
    });
  };
  const regions = await startBoth(onWrite);
  return trouble.tablesOf(
    regions,
    async () => {
      for (const place of sinceSettled) {
        const [, table = '', key = ''] = /^(\w+) (.+)$/.exec(place) ?? [];
        for (const region of regions) {
          await region.replace(table, JSON.parse(key), safe.get(place));
        }
      }
      sinceSettled.clear();
    },
    async () => closeAll(regions),
  );
}

const conflict = failure(400, 'ReplicatedWriteConflictException');
const noQuorum = failure(500, 'InternalServerError');

function failure(status: number, name: string): Answer {
  const __type = `com.amazonaws.dynamodb.v20120810#${name}`;
  return { status, body: JSON.stringify({ __type, message: 'as the test wants it' }) };
}

async function startBoth(onWrite: Parameters<typeof startRegion>[1]): Promise<[Region, Region]> {
  return [await startRegion(names[0], onWrite), await startRegion(names[1], onWrite)];
}

function closeAll(regions: readonly Region[]): void {
  for (const region of regions) region.close();
}

/** Runs what has one name one after the other. */
function queues() {
  const last = new Map<string, Promise<unknown>>();
  return <Result>(name: string, run: () => Promise<Result>): Promise<Result> => {
    const result = (last.get(name) ?? Promise.resolve()).then(run);
    last.set(
      name,
      result.catch(() => {}),
    );
    return result;
  };
}
