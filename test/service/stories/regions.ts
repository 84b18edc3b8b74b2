import { type Answer, failure, type Item, type Items, perform } from './store.ts';
import type { World } from './virtual-time.ts';

export const regionNames = ['eu-central-1', 'eu-west-1'] as const;
export type RegionName = (typeof regionNames)[number];

/** `strong`: a write is in a second region before it is answered. `eventual`: it is copied afterwards. */
export type Consistency = 'strong' | 'eventual';

/** The table of plants in two regions. */
export interface Tables {
  readonly apply: (region: RegionName, target: string, body: string) => Promise<Answer>;
  /** Cuts one region off from the others, or connects it again. */
  readonly cut: (region: RegionName | undefined) => void;
  /** The items of each region, after all copies have arrived. */
  readonly settled: () => Promise<readonly Items[]>;
}

/**
 * Strong consistency, as AWS describes it: a region that cannot reach another one refuses writes. Two regions that
 * write one item at the same time are in conflict.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/multi-region-strong-consistency-gt.html
 */
export function strongTables(world: World): Tables {
  const items: Items = new Map();
  const writing = new Map<string, RegionName>();
  let isolated: RegionName | undefined;
  return {
    apply: async (region, target, body) => {
      const { Item, Key = Item } = JSON.parse(body);
      const key = JSON.stringify(Key.id);
      const other = writing.get(key);
      if (other !== undefined && other !== region) {
        return failure(400, 'ReplicatedWriteConflictException');
      }
      writing.set(key, region);
      await world.wait(5 + world.random.below(150));
      // The write counts from the moment at which another region has it, even if nobody hears of it.
      const isCut = isolated === region;
      const answer = isCut ? failure(500, 'InternalServerError') : perform(target, body, items);
      await world.wait(5 + world.random.below(50));
      writing.delete(key);
      return isolated === region ? failure(500, 'InternalServerError') : answer;
    },
    cut: (region) => {
      isolated = region;
    },
    settled: async () => [items, items],
  };
}

export const longestCopyMilliseconds = 2_000;

/** Eventual consistency: each region decides by its own items, and the last writer wins. */
export function eventualTables(world: World): Tables {
  const tables = new Map(regionNames.map((name) => [name, new Map<string, Item>()]));
  const written = new Map<string, number>();
  const underWay = new Set<Promise<void>>();
  let isolated: RegionName | undefined;
  const copy = async (from: RegionName, key: string, item: Item, at: number) => {
    do await world.wait(100 + world.random.below(longestCopyMilliseconds - 100));
    while (isolated !== undefined);
    for (const [name, items] of tables) {
      const place = `${name} ${key}`;
      if (name === from || (written.get(place) ?? -1) > at) continue;
      items.set(key, item);
      written.set(place, at);
    }
  };
  return {
    apply: async (region, target, body) => {
      const items = tables.get(region) as Items;
      const before = new Map(items);
      const answer = perform(target, body, items);
      for (const [key, item] of items) {
        if (before.get(key) === item) continue;
        written.set(`${region} ${key}`, world.now());
        const copied = copy(region, key, item, world.now());
        underWay.add(copied.finally(() => underWay.delete(copied)));
      }
      return answer;
    },
    cut: (region) => {
      isolated = region;
    },
    settled: async () => {
      await Promise.all(underWay);
      return [...tables.values()];
    },
  };
}
