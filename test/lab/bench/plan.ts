import { fullCoreMegabytes } from './cpu-quota.ts';
import type { BenchOptions } from './options.ts';
import type { VariantName } from './variants.ts';
import { variantNames } from './variants.ts';

/** How much of everything a run measures. */
export interface Plan {
  readonly rounds: number;
  /** Which variants start at which memory size. */
  readonly starts: readonly (readonly [megabytes: number, variants: readonly VariantName[]])[];
  readonly warm: {
    readonly rounds: number;
    readonly invocations: number;
    readonly variants: readonly VariantName[];
  };
  readonly tokenInvocations: number;
  /** 0: not measured. */
  readonly heapInvocations: number;
  readonly memoryRounds: number;
  readonly throughPutRequests: number;
}

const defaults = 'NodejsFunction defaults';
const byHand = 'hand-written SigV4';
const untuned = 'ours, untuned';

/** What the targets compare, and no more. */
const compared: Plan['starts'] = [
  [fullCoreMegabytes, ['ours', 'our authorizer', defaults]],
  [512, ['ours', 'our authorizer', byHand, defaults]],
  [128, ['ours', 'our authorizer', byHand, defaults]],
];

const atEachSize: readonly VariantName[] = [
  'ours',
  'our authorizer',
  untuned,
  'without middy',
  byHand,
  'hand-written + our entry',
  defaults,
  'ajv at start',
  'express',
];

const all: Plan['starts'] = [
  [fullCoreMegabytes, variantNames],
  [512, atEachSize],
  [128, atEachSize],
];

export function planFor({ rounds, quick, check }: BenchOptions): Plan {
  return {
    rounds,
    starts: check ? compared : all,
    warm: {
      rounds: Math.ceil(rounds / 4),
      invocations: quick ? 200 : 1_500,
      variants: ['ours', untuned, 'without middy', ...(check ? [] : ([byHand, defaults] as const))],
    },
    tokenInvocations: quick ? 500 : 5_000,
    heapInvocations: quick ? 0 : 100_000,
    memoryRounds: check ? 0 : Math.ceil(rounds / 5),
    throughPutRequests: check ? 0 : quick ? 100 : 2_000,
  };
}
