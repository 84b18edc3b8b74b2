import { fullCoreMegabytes } from './cpu-quota.ts';
import type { Bench } from './function-process.ts';
import { heapOverTime, tokenTimes, type WarmRow, warmRows } from './in-use.ts';
import type { BenchOptions } from './options.ts';
import { inRounds, type Row } from './rounds.ts';
import { type Variant, type VariantName, variantNames } from './variants.ts';

export interface Measurements {
  readonly cold: readonly Row[];
  readonly warm: readonly WarmRow[];
  readonly heap: Awaited<ReturnType<typeof heapOverTime>>;
  readonly tokens: Awaited<ReturnType<typeof tokenTimes>>;
  readonly bytes: Readonly<Partial<Record<VariantName, number>>>;
}

const peers = ['hand-written SigV4', 'NodejsFunction defaults'] as const;
const compared = ['ours', 'our authorizer', ...peers] as const;
const inUse = ['ours', 'ours, untuned', 'without middy'] as const;
const memorySizes = [fullCoreMegabytes, 1024, 512, 256, 128];

/** Cold starts use the store of `bench`. The store of `near` answers at once, for the function's own time. */
export async function measure(
  bench: Bench,
  near: Bench,
  variant: (name: VariantName) => Variant,
  { rounds, quick, check }: BenchOptions,
): Promise<Measurements> {
  const cases = memorySizes
    .filter((megabytes) => bench.quota !== undefined || megabytes === fullCoreMegabytes)
    .flatMap((megabytes) =>
      variantsAt(megabytes, check).map((name) => {
        const invocations = name === 'ours' && !check ? 40 : 1;
        return { variant: variant(name), megabytes, invocations };
      }),
    );
  console.error(`Starting ${cases.length * rounds} processes …`);
  const cold = await inRounds(bench, cases, rounds);
  console.error('Invoking warm processes …');
  const warmed = check ? inUse : [...inUse, ...peers];
  const plan = { rounds: Math.ceil(rounds / 4), invocations: quick ? 200 : 1_500 };
  const warm = await warmRows(near, warmed.map(variant), plan);
  const tokens = await tokenTimes(near, variant('our authorizer'), quick ? 500 : 5_000);
  console.error('Reading the heap over many invocations …');
  const heap = await heapOverTime(near, variant('ours'), quick ? 500 : 100_000);
  const bytes = Object.fromEntries(cases.map((one) => [one.variant.name, one.variant.bytes]));
  return { cold, warm, heap, tokens, bytes };
}

/** The targets compare three sizes. The others are only for the cost of our function. */
function variantsAt(megabytes: number, check: boolean): readonly VariantName[] {
  if ([fullCoreMegabytes, 512, 128].includes(megabytes)) return check ? compared : variantNames;
  return check ? [] : ['ours'];
}
