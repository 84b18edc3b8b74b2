import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { memoryMegabytes } from '../../../infra/base.ts';
import { fullCoreMegabytes } from './cpu-quota.ts';
import { tablesOf } from './results.ts';
import type { Row } from './rounds.ts';
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
  cold: [fullCoreMegabytes, memoryMegabytes, 128].flatMap((megabytes) => [
    row('ours', megabytes, 98, 4),
    row('our authorizer', megabytes, 92, 4),
    row('ours with a plain entry', megabytes, 110, 5),
    row('hand-written SigV4', megabytes, 218, 40),
    row('NodejsFunction defaults', megabytes, 142, 780),
  ]),
  warm: [warmRow('ours', 1.7), warmRow('without middy', 1.6)],
  // It still grows at first, and every second reading is higher.
  heap: { every: 10_000, bytes: [8e6, 9e6, 1e7, 1.04e7, 1e7, 1.04e7, 1e7, 1.04e7, 1e7, 1.04e7] },
  bytes: { ours: 190_000, 'our authorizer': 180_000 },
};

it('good figures meet all targets, and each figure that is too high misses one', () => {
  const verdicts = verdictsOf(good);
  expect(verdicts).toHaveLength(14);
  expect(verdicts.every(({ value, met }) => met && Number.isFinite(value))).toBe(true);
  const bad = verdictsOf({
    cold: good.cold.map((one) =>
      one.variant === 'ours' ? row('ours', one.megabytes, 330, 330) : one,
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

it('the published run meets each target', () => {
  const page = readFileSync('test/lab/bench/results/README.md', 'utf8');
  expect(page.match(/ met \|$/gm)?.length).toBeGreaterThan(12);
  expect(page).not.toMatch(/MISSED|not measured/);
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
