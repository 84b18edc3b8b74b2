import { type Bench, type Launched, launch, type Start } from './cold-start.ts';
import type { WarmRow } from './measurements.ts';
import { quietRounds } from './rounds.ts';
import { median } from './statistics.ts';
import type { Variant } from './variants.ts';

export interface WarmPlan {
  readonly rounds: number;
  /** The first half of them warms up. */
  readonly invocations: number;
}

// As deployed, for what Node makes of its memory; the time is that of a full core.
const megabytes = 512;

/** So many at a time of each variant, in turn: what else the machine does meets them all alike. */
const inTurn = 50;

interface Warm extends Start {
  /** Milliseconds of CPU for an invocation of the second half; none where the kernel does not tell. */
  readonly cpu: readonly number[];
  /** Megabytes in memory after the last. */
  readonly resident: readonly number[];
}

/** What an invocation takes of time and of CPU, and a process of memory, once it is in use. */
export async function warmRows(
  bench: Bench,
  variants: readonly Variant[],
  { rounds, invocations }: WarmPlan,
  onRound: () => void,
): Promise<WarmRow[]> {
  const all: Warm[][] = [];
  while (all.length < rounds) {
    all.push(await oneRound({ ...bench, quota: undefined }, variants, invocations));
    onRound();
  }
  const kept = quietRounds(all);
  return variants.map(({ name }, index) => {
    const ofVariant = kept.flatMap((round) => round[index] ?? []);
    return {
      variant: name,
      p50: ofVariant.map(({ warm }) => median(warm.slice(warm.length / 2))),
      cpu: ofVariant.flatMap(({ cpu }) => cpu),
      resident: ofVariant.flatMap(({ resident }) => resident),
    };
  });
}

async function oneRound(
  bench: Bench,
  variants: readonly Variant[],
  invocations: number,
): Promise<Warm[]> {
  const running: Launched[] = [];
  try {
    for (const variant of variants) running.push(await launch(bench, variant, megabytes));
    const before = await inTurns(running, invocations / 2);
    const halfway = running.map(({ usage }) => usage());
    const times = await inTurns(running, invocations / 2);
    return running.map(({ init, usage }, index) => {
      const [first = Number.NaN, ...warm] = [...(before[index] ?? []), ...(times[index] ?? [])];
      const [then, now] = [halfway[index], usage()];
      return {
        init,
        first,
        warm,
        cpu: then && now ? [(now.cpu - then.cpu) / (invocations / 2)] : [],
        resident: now ? [now.resident / 1e6] : [],
      };
    });
  } finally {
    await Promise.all(running.map(({ end }) => end()));
  }
}

/** The milliseconds of each invocation, by process. */
async function inTurns(running: readonly Launched[], invocations: number): Promise<number[][]> {
  const times: number[][] = running.map(() => []);
  for (let done = 0; done < invocations; done += inTurn) {
    for (const [index, { invoke }] of running.entries()) {
      for (let count = 0; count < inTurn; count += 1) times[index]?.push(await invoke());
    }
  }
  return times;
}
