import { fullCoreMegabytes } from './cpu-quota.ts';
import type { BenchOptions } from './options.ts';
import type { VariantName } from './variants.ts';
import { variantNames } from './variants.ts';

/** How much of everything a run measures. */
export interface Plan {
  readonly rounds: number;
  /** Which variants start at which memory size. */
  readonly starts: readonly (readonly [megabytes: number, variants: readonly VariantName[]])[];
  readonly warm: { readonly rounds: number; readonly invocations: number };
  readonly tokenInvocations: number;
  /** 0: not measured. */
  readonly heapInvocations: number;
  readonly memoryRounds: number;
  readonly throughPutRequests: number;
}

const defaults = 'NodejsFunction defaults';
const cached = 'ours + code cache';
const byHand = 'hand-written SigV4';

/** What the targets compare, and no more. */
const compared: Plan['starts'] = [
  [fullCoreMegabytes, ['ours', cached, 'our authorizer', defaults, 'ajv at start']],
  [512, ['ours', defaults]],
  [128, ['ours', cached, byHand, defaults]],
];

const all: Plan['starts'] = [
  [fullCoreMegabytes, variantNames],
  [512, ['ours', cached, byHand, defaults, 'ajv at start', 'express']],
  [128, ['ours', cached, byHand, defaults, 'ajv at start', 'express']],
];

export function planFor({ rounds, quick, check }: BenchOptions): Plan {
  return {
    rounds,
    starts: check ? compared : all,
    warm: { rounds: Math.ceil(rounds / 2), invocations: quick ? 200 : 2_000 },
    tokenInvocations: quick ? 500 : 5_000,
    heapInvocations: quick ? 0 : 100_000,
    memoryRounds: check ? 0 : Math.ceil(rounds / 5),
    throughPutRequests: check ? 0 : quick ? 100 : 2_000,
  };
}
