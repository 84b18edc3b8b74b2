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

/** About as far apart are two runs of the same code, on a machine with other work to do. */
const noise = 1.1;

type Target = readonly [claim: string, goal: number, atMost: number, value: Value];

const targets: readonly Target[] = [
  ['cold, full core: ours / defaults', 0.68, 0.68 * noise, ratio('cold', 'ours', defaults)],
  [
    'cold, full core: ours / ajv at start',
    0.45,
    0.45 * noise,
    ratio('cold', 'ours', 'ajv at start'),
  ],
  ['first, full core: ours / defaults', 0.2, 0.2 * noise, ratio('first', 'ours', defaults)],
  ['first, 512 MB: ours / defaults', 0.12, 0.12 * noise, ratio('first', 'ours', defaults, 512)],
  ['cold, 512 MB: ours / defaults', 0.52, 0.52 * noise, ratio('cold', 'ours', defaults, 512)],
  ['first, 128 MB: ours / defaults', 0.14, 0.14 * noise, ratio('first', 'ours', defaults, 128)],
  ['cold, 128 MB: ours / defaults', 0.26, 0.26 * noise, ratio('cold', 'ours', defaults, 128)],
  ['cold, 128 MB: ours / hand-written', 1, 1, ratio('cold', 'ours', 'hand-written SigV4', 128)],
  // A cache is not shipped, and saves less here than the goals hoped for: about 15 ms of init.
  [
    'cold, full core: with code cache / defaults',
    0.55,
    0.65,
    ratio('cold', 'ours + code cache', defaults),
  ],
  [
    'cold, full core: with code cache / ajv at start',
    0.34,
    0.41,
    ratio('cold', 'ours + code cache', 'ajv at start'),
  ],
  [
    'cold, 128 MB: with code cache / defaults',
    0.18,
    0.22,
    ratio('cold', 'ours + code cache', defaults, 128),
  ],
  ['cold, full core: our authorizer / ours', 1, noise, ratio('cold', 'our authorizer', 'ours')],
  [
    'warm p50: ours / without middy',
    1.1,
    1.1,
    ({ warm }) => (warm.ours.length === 0 ? undefined : pairedRatio(warm.ours, warm.withoutMiddy)),
  ],
  // Less than anything that could be left behind takes: one slot of an array has eight.
  ['heap: bytes that an invocation leaves behind', 4, 4, ({ heap }) => growth(heap)],
  [
    'authorizer p99: refusal / lookup',
    0.1,
    0.1,
    ({ tokens }) => tokens.refusalP99 / tokens.lookupP99,
  ],
  [
    'authorizer: requests to the store for refusals',
    0,
    0,
    ({ tokens }) => tokens.requestsOfRefusals,
  ],
  ['bundle of create: bytes', 200_000, 200_000, ({ bytes }) => bytes.ours],
  ['bundle of authorize: bytes', 200_000, 200_000, ({ bytes }) => bytes['our authorizer']],
];

export function verdicts(measurements: Measurements): Verdict[] {
  return targets.map(([claim, goal, atMost, measure]) => {
    const value = measure(measurements);
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
