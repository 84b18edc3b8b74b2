import { type Bench, type Launched, launch } from './function-process.ts';
import { quietRounds } from './rounds.ts';
import type { Job, JobResult } from './runtime.ts';
import { median, percentile, sum } from './statistics.ts';
import { readEvent, type Variant, type VariantName } from './variants.ts';

// What a function does after its start: many invocations in one process, on a full core.

/** The figures of a variant, by round. */
export interface WarmRow {
  readonly variant: VariantName;
  /** The median of an invocation, in milliseconds. */
  readonly p50: readonly number[];
  /** Milliseconds of CPU for an invocation. */
  readonly cpu: readonly number[];
  /** Megabytes in memory after all invocations. */
  readonly resident: readonly number[];
}

/** Each variant is invoked so often, then the next one, so that other work slows all of them down. */
const inTurn = 50;

/** Runs jobs in fresh processes of these variants, in turn. Returns the results of each process. */
async function runJobs(
  bench: Bench,
  variants: readonly Variant[],
  jobs: readonly Partial<Job>[],
): Promise<JobResult[][]> {
  const running: Launched[] = [];
  const results: JobResult[][] = variants.map(() => []);
  try {
    for (const one of variants) running.push(await launch(bench, one, one.lambda.memoryMegabytes));
    for (const job of jobs) {
      for (const [index, { loop }] of running.entries()) results[index]?.push(await loop(job));
    }
    return results;
  } finally {
    await Promise.all(running.map(({ end }) => end()));
  }
}

/** Time, CPU and memory of the second half of so many invocations. */
export async function warmRows(
  bench: Bench,
  variants: readonly Variant[],
  { rounds, invocations }: { readonly rounds: number; readonly invocations: number },
): Promise<WarmRow[]> {
  const jobs = Array.from({ length: invocations / inTurn }, () => ({ count: inTurn }));
  const all: ReturnType<typeof secondHalf>[][] = [];
  while (all.length < rounds) {
    all.push((await runJobs({ ...bench, quota: undefined }, variants, jobs)).map(secondHalf));
  }
  const kept = quietRounds(all.map((round) => sum(round.map(({ p50 }) => p50))));
  const quiet = all.filter((_, round) => kept.has(round));
  return variants.map(({ name: variant }, index) => {
    const valuesOf = (metric: 'p50' | 'cpu' | 'resident') =>
      quiet.map((round) => Number(round[index]?.[metric]));
    return { variant, p50: valuesOf('p50'), cpu: valuesOf('cpu'), resident: valuesOf('resident') };
  });
}

function secondHalf(results: readonly JobResult[]) {
  const [before, ...counted] = results.slice(results.length / 2 - 1) as [JobResult];
  const last = results.at(-1) as JobResult;
  return {
    p50: median(counted.flatMap(({ milliseconds }) => milliseconds)),
    cpu: (last.cpu - before.cpu) / (inTurn * counted.length),
    resident: last.resident / 1e6,
  };
}

const heapReadings = 50;

/** Bytes of the heap in use after a collection, each after `every` invocations. */
export async function heapOverTime(bench: Bench, variant: Variant, count: number) {
  const [results] = await runJobs(bench, [variant], [{ count, heapReadings }]);
  return { every: count / heapReadings, bytes: results?.[0]?.heap ?? [] };
}

/** The authorizer's milliseconds for a token that it looks up, and for one that it refuses without a look-up. */
export async function tokenTimes(bench: Bench, authorizer: Variant, count: number) {
  const event = readEvent('authorize/malformed.json');
  const p99Of = async (job: Partial<Job>) => {
    // The first job warms up.
    const [[, last] = []] = await runJobs(bench, [authorizer], [job, job]);
    return percentile(last?.milliseconds ?? [], 0.99);
  };
  const lookupP99 = await p99Of({ count });
  const before = bench.store.counts.get('GetItem') ?? 0;
  const refusalP99 = await p99Of({ count, event });
  const requestsOfRefusals = Number(bench.store.counts.get('GetItem')) - before;
  return { lookupP99, refusalP99, requestsOfRefusals };
}
