import { type Answer, failure, type Item, type Items, perform } from './store.ts';
import type { World } from './virtual-time.ts';

export const regionNames = ['eu-central-1', 'eu-west-1'] as const;
export type RegionName = (typeof regionNames)[number];

/** A table in two regions. */
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
export function strongTables({ wait, random }: World): Tables {
  const items: Items = new Map();
  const writing: { key: string; region: RegionName }[] = [];
  let isolated: RegionName | undefined;
  return {
    apply: async (region, target, body) => {
      const { Item, Key = Item } = JSON.parse(body);
      const write = { key: JSON.stringify(Key.id), region };
      if (writing.some((other) => other.key === write.key && other.region !== region)) {
        return failure(400, 'ReplicatedWriteConflictException');
      }
      writing.push(write);
      await wait(5 + random.below(150));
      // The write counts from the moment at which another region has it, even if its answer is lost.
      const refusal = failure(500, 'InternalServerError');
      const answer = isolated === region ? refusal : perform(target, body, items);
      await wait(5 + random.below(50));
      writing.splice(writing.indexOf(write), 1);
      return isolated === region ? refusal : answer;
    },
    cut: (region) => {
      isolated = region;
    },
    settled: async () => [items, items],
  };
}

export const longestCopyMilliseconds = 2_000;

/** Eventual consistency: each region decides by its own items, and the last writer wins. */
export function eventualTables({ wait, random }: World): Tables {
  const tables = new Map(regionNames.map((name) => [name, new Map<string, Item>()]));
  const written = new Map<string, number>();
  const copies: Promise<void>[] = [];
  let writes = 0;
  let isolated: RegionName | undefined;
  const store = (region: RegionName, key: string, item: Item, write: number) => {
    if ((written.get(region + key) ?? 0) > write) return;
    written.set(region + key, write);
    tables.get(region)?.set(key, item);
  };
  const copy = async (from: RegionName, key: string, item: Item, write: number) => {
    do await wait(100 + random.below(longestCopyMilliseconds - 100));
    while (isolated !== undefined);
    for (const to of regionNames) if (to !== from) store(to, key, item, write);
  };
  return {
    apply: async (region, target, body) => {
      const before = tables.get(region);
      const after = new Map(before);
      const answer = perform(target, body, after);
      for (const [key, item] of after) {
        if (before?.get(key) === item) continue;
        writes += 1;
        store(region, key, item, writes);
        copies.push(copy(region, key, item, writes));
      }
      return answer;
    },
    cut: (region) => {
      isolated = region;
    },
    settled: async () => {
      await Promise.all(copies);
      return [...tables.values()];
    },
  };
}
