import { fullCoreMegabytes } from './cpu-quota.ts';
import type { Measurements } from './measure.ts';
import { type Metric, rowOf, valuesOf, warmOf } from './rounds.ts';
import { median, pairedRatio } from './statistics.ts';
import type { VariantName } from './variants.ts';

export type Verdict = ReturnType<typeof verdictsOf>[number];

type Value = (measurements: Measurements) => number | undefined;

const defaults = 'NodejsFunction defaults';
const byHand = 'hand-written SigV4';
const authorizer = 'our authorizer';

/** The ratio of two variants at one memory size, by the starts of the same round. */
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

/** The time of an invocation of our function, divided by the time without middy. */
function warmRatio({ warm }: Measurements): number | undefined {
  const [one, other] = (['ours', 'without middy'] as const).map((name) => {
    const row = rowOf(warm, name, fullCoreMegabytes);
    return row && warmOf(row).map(median);
  });
  return one && other && pairedRatio(one, other);
}

/** Two runs of the same code differ by about as much. */
const noise = 1.04;

type Target = readonly [claim: string, goal: number, tolerance: number, value: Value];

const targets: readonly Target[] = [
  ['cold, full core: ours / defaults', 0.6, noise, ratio('cold', 'ours', defaults)],
  ['cold, 512 MB: ours / defaults', 0.42, noise, ratio('cold', 'ours', defaults, 512)],
  ['cold, 512 MB: ours / hand-written', 1.05, noise, ratio('cold', 'ours', byHand, 512)],
  ['first, 512 MB: ours / hand-written', 0.3, noise, ratio('first', 'ours', byHand, 512)],
  ['cold, 128 MB: ours / defaults', 0.22, noise, ratio('cold', 'ours', defaults, 128)],
  ['cold, 128 MB: ours / hand-written', 0.66, noise, ratio('cold', 'ours', byHand, 128)],
  ['cold, full core: our authorizer / ours', 1, noise, ratio('cold', authorizer, 'ours')],
  ['cold, 512 MB: our authorizer / ours', 1, noise, ratio('cold', authorizer, 'ours', 512)],
  ['cold, 128 MB: our authorizer / ours', 1, noise, ratio('cold', authorizer, 'ours', 128)],
  ['warm p50: ours / without middy', 1.1, 1, warmRatio],
  // Any leak is larger: one slot of an array has eight bytes.
  ['heap: bytes that an invocation leaves behind', 4, 1, ({ heap }) => growth(heap)],
  ['bundle of create: bytes', 200_000, 1, ({ bytes }) => bytes.ours],
  ['bundle of authorize: bytes', 200_000, 1, ({ bytes }) => bytes['our authorizer']],
];

/** The check fails above `atMost`, and without a value: then nothing was measured. */
export function verdictsOf(measurements: Measurements) {
  return targets.map(([claim, goal, tolerance, measure]) => {
    const value = measure(measurements);
    const atMost = goal * tolerance;
    return { claim, goal, atMost, value, met: value !== undefined && value <= atMost };
  });
}

export function missedSentence({ claim, value, atMost }: Verdict): string {
  if (value === undefined) return `Missed: ${claim} was not measured.`;
  return `Missed: ${claim} is ${value.toPrecision(3)}, not at most ${atMost.toPrecision(3)}.`;
}

/**
 * Compares the least reading of each half, because every second collection leaves caches. The first fifth
 * does not count: code is still compiled, and buffers grow.
 */
function growth({ every, bytes }: Measurements['heap']): number {
  const settled = bytes.slice(bytes.length / 5);
  const half = Math.floor(settled.length / 2);
  const [early, late] = [settled.slice(0, half), settled.slice(-half)];
  return (Math.min(...late) - Math.min(...early)) / (every * half);
}
