import { mkdtempDisposableSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { fullCoreMegabytes } from './cpu-quota.ts';
import { waitUntilQuiet } from './machine.ts';
import { readBenchOptions } from './options.ts';
import { priceOf, tablesOf, writeResults } from './results.ts';
import { type Row, valuesOf, withoutNoise } from './rounds.ts';
import { missedSentence, verdictsOf } from './targets.ts';
import type { VariantName } from './variants.ts';

/** Three rounds with these milliseconds; the machine is slower in the third. */
function row(variant: VariantName, megabytes: number, init: number, first: number): Row {
  const starts = [1, 1.5, 3].map((n) => ({ init: n * init, first: n * first, warm: [] }));
  return { variant, megabytes, starts };
}

/** Two rounds with these milliseconds in the second half of the invocations. */
function warmRow(variant: VariantName, warm: number): Row {
  const starts = [1, 3].map((n) => ({ init: 1, first: 1, warm: [9, n * warm] }));
  return { variant, megabytes: fullCoreMegabytes, starts };
}

const good = {
  cold: [fullCoreMegabytes, 512, 128].flatMap((megabytes) => [
    row('ours', megabytes, 98, 4),
    row('our authorizer', megabytes, 92, 4),
    row('hand-written SigV4', megabytes, 118, 40),
    row('NodejsFunction defaults', megabytes, 142, 580),
  ]),
  warm: [warmRow('ours', 1.7), warmRow('without middy', 1.6)],
  // It still grows at first, and every second reading is higher.
  heap: { every: 10_000, bytes: [8e6, 9e6, 1e7, 1.04e7, 1e7, 1.04e7, 1e7, 1.04e7, 1e7, 1.04e7] },
  bytes: { ours: 190_000, 'our authorizer': 180_000 },
};

it('of five rounds, the two slowest over all cases of a memory size are left out', () => {
  const withInits = (megabytes: number, ...inits: number[]) => ({
    ...row('ours', megabytes, 1, 1),
    starts: inits.map((init) => ({ init, first: 1, warm: [] })),
  });
  const rows = withoutNoise([
    withInits(512, 100, 300, 101, 102, 400),
    withInits(512, 200, 201, 900, 202, 203),
    withInits(128, 5, 4, 3, 2, 1),
  ]);
  const kept = [[100, 300, 102], [200, 201, 202], [3, 2, 1]]; // biome-ignore format: by row
  expect(rows.map((one) => valuesOf(one, 'init'))).toEqual(kept);
});

it('good figures meet all targets, and each figure that is too high misses one', () => {
  const verdicts = verdictsOf(good);
  expect(verdicts).toHaveLength(13);
  expect(verdicts.every(({ value, met }) => met && Number.isFinite(value))).toBe(true);
  const bad = verdictsOf({
    cold: good.cold.map((one) =>
      one.variant === 'ours' ? row('ours', one.megabytes, 130, 330) : one,
    ),
    warm: [warmRow('ours', 1.8), warmRow('without middy', 1.6)],
    heap: { every: 10_000, bytes: Array.from({ length: 10 }, (_, index) => 1e7 + index * 50_000) },
    bytes: { ours: 200_001, 'our authorizer': 200_001 },
  });
  const met = bad.filter((one) => one.met).map(({ claim }) => claim);
  expect(met.every((claim) => claim.endsWith('our authorizer / ours'))).toBe(true);
  expect(bad.map(missedSentence)).toContain(
    'Missed: heap: bytes that an invocation leaves behind is 5.00, not at most 4.00.',
  );
});

it('a target that needs a CPU quota is missed without one, because it was not measured', () => {
  const cold = good.cold.filter(({ megabytes }) => megabytes === fullCoreMegabytes);
  const verdicts = verdictsOf({ ...good, cold });
  const missed = verdicts.filter(({ met }) => !met);
  expect(missed).toHaveLength(7);
  expect(missed.map(missedSentence)).toContain(
    'Missed: cold, 128 MB: our authorizer / ours was not measured.',
  );
  const [, , , rows] = tablesOf({ ...good, cold }, verdicts);
  expect(rows?.match(/not measured \|$/gm)).toHaveLength(7);
});

it('a page has medians, machine, cost and targets', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'plant-store-bench-'));
  const starts = [{ init: 100, first: 10, warm: [90, 90, 5, 7] }];
  const measured = { ...good, cold: [...good.cold, { ...row('ours', 256, 0, 0), starts }] };
  writeResults(folder.path, 'A machine', 5, measured, tablesOf(measured, verdictsOf(measured)));
  const page = readFileSync(join(folder.path, 'README.md'), 'utf8').replace(/ +/g, ' ');
  expect(page).toContain('Medians of the quieter 3 of 5 rounds. A machine.');
  expect(page).toContain('| ours | 512 | 147 | 6 | 153 | 0.14 | 190 |');
  expect(page).toContain('| ours | 3.40 | 5.10 |');
  expect(page).toContain('| 256 | 6.0 | 7.0 | 0.22 |');
  expect(page.match(/ met \|$/gm)).toHaveLength(13);
});

it('a started millisecond is billed as a whole, by memory', () => {
  expect(priceOf(512, 3.2)).toBe(priceOf(512, 4));
  expect(priceOf(1024, 1000)).toBeCloseTo(0.0000133334, 12);
});

it('a run waits for a quiet machine, and measures nothing if it stays busy', async () => {
  const wait = vi.fn(async () => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const loads = [3, 3, 1, 1];
  await waitUntilQuiet(() => loads.shift() ?? 0.1, wait);
  expect(wait).toHaveBeenCalledTimes(2);
  await expect(waitUntilQuiet(() => 0.5, wait)).rejects.toThrow('Nothing was measured.');
});

it('a run has 40 rounds and writes its results; a check writes nothing', () => {
  expect(readBenchOptions([])).toMatchObject({ rounds: 40, out: 'test/lab/bench/results' });
  const check = readBenchOptions(['--check', '--rounds=60']);
  expect(check).toMatchObject({ rounds: 60, out: undefined });
});
