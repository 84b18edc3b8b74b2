import { memoryMegabytes as deployed } from '../../../infra/base.ts';
import { fullCoreMegabytes } from './cpu-quota.ts';
import { type Bench, launch } from './function-process.ts';
import type { BenchOptions } from './options.ts';
import { inRounds, type Row } from './rounds.ts';
import { type Variant, type VariantName, variantNames } from './variants.ts';

export interface Measurements {
  readonly cold: readonly Row[];
  /** Many invocations on a full core. */
  readonly warm: readonly Row[];
  readonly heap: Awaited<ReturnType<typeof heapOverTime>>;
  readonly bytes: Readonly<Partial<Record<VariantName, number>>>;
}

const peers = ['hand-written SigV4', 'NodejsFunction defaults'] as const;
const compared = ['ours', 'our authorizer', 'ours with a plain entry', ...peers] as const;
const memorySizes = [fullCoreMegabytes, 1024, deployed, 256, 128];

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
  const warmed = (['ours', 'without middy', ...(check ? [] : peers)] as const).map((name) => {
    const invocations = quick ? 200 : 1_500;
    return { variant: variant(name), megabytes: fullCoreMegabytes, invocations };
  });
  const warm = await inRounds(near, warmed, Math.ceil(rounds / 4));
  console.error('Reading the heap over many invocations …');
  const heap = await heapOverTime(near, variant('ours'), quick ? 500 : 100_000);
  const bytes = Object.fromEntries(cases.map((one) => [one.variant.name, one.variant.bytes]));
  return { cold, warm, heap, bytes };
}

/** The targets compare three sizes. The others are only for the cost of our function. */
function variantsAt(megabytes: number, check: boolean): readonly VariantName[] {
  if ([fullCoreMegabytes, deployed, 128].includes(megabytes))
    return check ? compared : variantNames;
  return check ? [] : ['ours'];
}

const heapReadings = 50;

/** Bytes of the heap in use after a collection, each after `every` invocations. */
async function heapOverTime(bench: Bench, variant: Variant, count: number) {
  const { invoke, heap, end } = await launch(bench, variant, fullCoreMegabytes);
  const every = count / heapReadings;
  const bytes: number[] = [];
  try {
    while (bytes.length < heapReadings) {
      for (let done = 0; done < every; done += 1) await invoke();
      bytes.push(await heap());
    }
  } finally {
    await end();
  }
  return { every, bytes };
}
