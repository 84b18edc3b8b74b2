import { fullCoreMegabytes } from './cpu-quota.ts';
import type { Measurements } from './measurements.ts';
import { type Metric, rowOf, valuesOf } from './rounds.ts';
import { pairedRatio } from './statistics.ts';
import type { VariantName } from './variants.ts';

export interface Verdict {
  readonly claim: string;
  /** What we are after. */
  readonly goal: number;
  /** Where the check fails. */
  readonly atMost: number;
  /** Absent where it was not measured. */
  readonly value: number | undefined;
  readonly met: boolean;
}

type Value = (measurements: Measurements) => number | undefined;

const defaults = 'NodejsFunction defaults';
const byHand = 'hand-written SigV4';

/** The ratio of two variants at one memory size, by the same round's starts. */
function ratio(
  metric: Metric,
  variant: VariantName,
  base: VariantName,
  megabytes = fullCoreMegabytes,
): Value {
  return ({ cold }) => {
    const [one, other] = [rowOf(cold, variant, megabytes), rowOf(cold, base, megabytes)];
    return one && other && pairedRatio(valuesOf(one, metric), valuesOf(other, metric));
  };
}

/** The ratio of our function and another, once they are in use. */
function warmRatio(metric: 'p50' | 'cpu' | 'resident', base: VariantName): Value {
  return ({ warm }) => {
    const [one, other] = (['ours', base] as const).map(
      (name) => warm.find(({ variant }) => variant === name)?.[metric] ?? [],
    );
    return one?.length && other?.length ? pairedRatio(one, other) : undefined;
  };
}

/** About as far apart are two runs of the same code on a machine with other work to do. */
const noise = 1.04;

type Target = readonly [claim: string, goal: number, tolerance: number, value: Value];

const targets: readonly Target[] = [
  ['cold, full core: ours / defaults', 0.6, noise, ratio('cold', 'ours', defaults)],
  ['cold, 512 MB: ours / defaults', 0.42, noise, ratio('cold', 'ours', defaults, 512)],
  ['cold, 512 MB: ours / hand-written', 1.05, noise, ratio('cold', 'ours', byHand, 512)],
  ['first, 512 MB: ours / hand-written', 0.3, noise, ratio('first', 'ours', byHand, 512)],
  ['cold, 128 MB: ours / defaults', 0.22, noise, ratio('cold', 'ours', defaults, 128)],
  ['cold, 128 MB: ours / hand-written', 0.66, noise, ratio('cold', 'ours', byHand, 128)],
  ...[fullCoreMegabytes, 512, 128].map(
    (megabytes): Target => [
      `cold, ${megabytes === fullCoreMegabytes ? 'full core' : `${megabytes} MB`}: our authorizer / ours`,
      1,
      noise,
      ratio('cold', 'our authorizer', 'ours', megabytes),
    ],
  ),
  ['warm p50: ours / without middy', 1.1, 1, warmRatio('p50', 'without middy')],
  ['warm CPU: ours / untuned', 0.9, noise, warmRatio('cpu', 'ours, untuned')],
  ['resident memory: ours / untuned', 0.85, noise, warmRatio('resident', 'ours, untuned')],
  // Less than anything that could be left behind takes: one slot of an array has eight.
  ['heap: bytes that an invocation leaves behind', 4, 1, ({ heap }) => growth(heap)],
  [
    'authorizer p99: refusal / lookup',
    0.1,
    1,
    ({ tokens }) => tokens.refusalP99 / tokens.lookupP99,
  ],
  [
    'authorizer: requests to the store for refusals',
    0,
    1,
    ({ tokens }) => tokens.requestsOfRefusals,
  ],
  ['bundle of create: bytes', 200_000, 1, ({ bytes }) => bytes.ours],
  ['bundle of authorize: bytes', 200_000, 1, ({ bytes }) => bytes['our authorizer']],
];

export function verdicts(measurements: Measurements): Verdict[] {
  return targets.map(([claim, goal, tolerance, measure]) => {
    const value = measure(measurements);
    const atMost = goal * tolerance;
    return { claim, goal, atMost, value, met: value === undefined || value <= atMost };
  });
}

export function missedSentence({ claim, value, atMost }: Verdict): string {
  return `Missed: ${claim} is ${value?.toPrecision(3)}, not at most ${atMost.toPrecision(3)}.`;
}

/**
 * By the least reading of each half, since every second collection leaves caches behind; after a fifth
 * of all invocations everything is compiled and each buffer has its size.
 */
function growth({ every, bytes }: Measurements['heap']): number | undefined {
  const settled = bytes.slice(bytes.length / 5);
  const half = Math.floor(settled.length / 2);
  if (half === 0) return undefined;
  const [early, late] = [settled.slice(0, half), settled.slice(-half)];
  return (Math.min(...late) - Math.min(...early)) / (every * half);
}
