import { fullCoreMegabytes } from './cpu-quota.ts';
import { heapOverTime } from './heap.ts';
import type { Measurements } from './measurements.ts';
import { type MemorySize, memorySizes, overMemorySizes } from './memory-sizes.ts';
import type { Plan } from './plan.ts';
import { progress } from './progress.ts';
import { inRounds, withBothFunctions } from './rounds.ts';
import { loadCount, type ThroughPut, throughPut } from './through-put.ts';
import { tokenTimes } from './tokens.ts';
import { warmRows } from './warm.ts';
import type { Workshop } from './workshop.ts';

export interface Measured extends Measurements {
  readonly memory: readonly MemorySize[];
  readonly throughPut: ThroughPut | undefined;
}

/** Measures what a plan asks for, one part after the other. */
export async function measure(workshop: Workshop, plan: Plan): Promise<Measured> {
  const { store, nearStore, quota, script, variant } = workshop;
  const bench = { runtime: script('runtime'), store, quota };
  const cases = plan.starts
    .filter(([megabytes]) => quota !== undefined || megabytes === fullCoreMegabytes)
    .flatMap(([megabytes, names]) => names.map((name) => ({ variant: variant(name), megabytes })));

  const cold = await inRounds(
    bench,
    cases,
    plan.rounds,
    progress('Cold starts', cases.length * plan.rounds),
  );
  const warm = await warmRows(
    { ...bench, store: nearStore },
    plan.warm.variants.map(variant),
    plan.warm,
    progress('Warm invocations', plan.warm.rounds),
  );
  const tokens = await tokenTimes(
    script('driver'),
    nearStore,
    variant('our authorizer'),
    plan.tokenInvocations,
  );
  const heap = await optional(plan.heapInvocations, async () => {
    const done = progress(`The heap over ${plan.heapInvocations} invocations`, 1);
    const read = await heapOverTime(
      script('driver'),
      nearStore,
      variant('ours'),
      plan.heapInvocations,
    );
    done();
    return read;
  });
  const memory = await optional(plan.memoryRounds, () =>
    overMemorySizes(
      bench,
      variant('ours'),
      plan.memoryRounds,
      progress('Memory sizes', plan.memoryRounds * (quota === undefined ? 1 : memorySizes.length)),
    ),
  );
  const rates = await optional(plan.throughPutRequests, () =>
    throughPut(workshop.assembly, plan.throughPutRequests, progress('Through-put', loadCount())),
  );
  return {
    cold: withBothFunctions(cold),
    warm,
    tokens,
    heap: heap ?? { every: 0, bytes: [] },
    bytes: Object.fromEntries(cases.map((one) => [one.variant.name, one.variant.bytes])),
    memory: memory ?? [],
    throughPut: rates,
  };
}

async function optional<T>(amount: number, part: () => Promise<T>): Promise<T | undefined> {
  return amount === 0 ? undefined : part();
}
