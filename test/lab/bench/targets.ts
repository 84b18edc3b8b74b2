import { memoryMegabytes as deployed } from '../../../infra/base.ts';
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

type Target = readonly [claim: string, atMost: number, value: Value];

// Each ratio was measured on an Intel and on an AMD processor. They differ by up to 19 %, and two runs on the same
// one by up to 4 %. So each bound is about 7 % above the higher one.
const atDeployed = `cold, ${deployed} MB`;
const targets: readonly Target[] = [
  ['cold, full core: ours / defaults', 0.65, ratio('cold', 'ours', defaults)],
  [`${atDeployed}: ours / defaults`, 0.475, ratio('cold', 'ours', defaults, deployed)],
  [`${atDeployed}: ours / hand-written`, 1.08, ratio('cold', 'ours', byHand, deployed)],
  [`first, ${deployed} MB: ours / hand-written`, 0.15, ratio('first', 'ours', byHand, deployed)],
  ['cold, 128 MB: ours / defaults', 0.145, ratio('cold', 'ours', defaults, 128)],
  ['cold, 128 MB: ours / hand-written', 0.425, ratio('cold', 'ours', byHand, 128)],
  ['cold, full core: our authorizer / ours', 1.07, ratio('cold', authorizer, 'ours')],
  [`${atDeployed}: our authorizer / ours`, 1.06, ratio('cold', authorizer, 'ours', deployed)],
  ['cold, 128 MB: our authorizer / ours', 1.12, ratio('cold', authorizer, 'ours', 128)],
  // A new version of Node can make entry.mjs useless.
  ['cold, full core: ours / plain entry', 1, ratio('cold', 'ours', 'ours with a plain entry')],
  ['warm p50: ours / without middy', 1.1, warmRatio],
  // Any leak is larger: one slot of an array has eight bytes.
  ['heap: bytes that an invocation leaves behind', 4, ({ heap }) => growth(heap)],
  ['bundle of create: bytes', 200_000, ({ bytes }) => bytes.ours],
  ['bundle of authorize: bytes', 200_000, ({ bytes }) => bytes['our authorizer']],
];

/** The check fails above `atMost`, and without a value: then nothing was measured. */
export function verdictsOf(measurements: Measurements) {
  return targets.map(([claim, atMost, measure]) => {
    const value = measure(measurements);
    return { claim, atMost, value, met: value !== undefined && value <= atMost };
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
