import { describe, expect, it } from 'vitest';
import { fullCoreMegabytes } from './cpu-quota.ts';
import type { Measurements } from './measurements.ts';
import { missedSentence, verdicts } from './targets.ts';
import type { VariantName } from './variants.ts';

function row(variant: VariantName, megabytes: number, init: number, first: number) {
  return {
    variant,
    megabytes,
    starts: [
      { init, first, warm: [] },
      // A round on a machine with other work to do.
      { init: 3 * init, first: 3 * first, warm: [] },
    ],
  };
}

const good: Measurements = {
  cold: [
    row('ours', fullCoreMegabytes, 98, 6),
    row('our authorizer', fullCoreMegabytes, 92, 6),
    row('NodejsFunction defaults', fullCoreMegabytes, 142, 37),
    row('ours', 512, 98, 7),
    row('our authorizer', 512, 92, 7),
    row('hand-written SigV4', 512, 58, 43),
    row('NodejsFunction defaults', 512, 142, 110),
    row('ours', 128, 98, 52),
    row('our authorizer', 128, 92, 52),
    row('hand-written SigV4', 128, 58, 240),
    row('NodejsFunction defaults', 128, 142, 580),
  ],
  warm: [
    { variant: 'ours', p50: [1.7, 5.1], cpu: [1.5, 1.6], resident: [90, 92] },
    { variant: 'ours, untuned', p50: [1.8, 5.2], cpu: [1.7, 1.8], resident: [117, 118] },
    { variant: 'without middy', p50: [1.6, 4.8], cpu: [1.5, 1.5], resident: [90, 90] },
  ],
  // Still growing at first, and with more in every second reading.
  heap: { every: 10_000, bytes: [8e6, 9e6, 1e7, 1.04e7, 1e7, 1.04e7, 1e7, 1.04e7, 1e7, 1.04e7] },
  tokens: { refusalP99: 0.02, lookupP99: 3, requestsOfRefusals: 0 },
  bytes: { ours: 190_000, 'our authorizer': 180_000 },
};

function missed(measurements: Partial<Measurements>) {
  return verdicts({ ...good, ...measurements })
    .filter(({ met }) => !met)
    .map(missedSentence);
}

describe('the targets', () => {
  it('are all measured and met by figures that meet them', () => {
    const judged = verdicts(good);
    expect(judged.length).toBeGreaterThan(15);
    for (const verdict of judged) {
      expect(verdict).toMatchObject({ met: true, value: expect.any(Number) });
    }
  });

  it('compare each memory size with its own baseline', () => {
    const slow = good.cold.map((one) =>
      one.variant === 'ours' && one.megabytes === 512 ? row('ours', 512, 91, 14) : one,
    );
    expect(missed({ cold: slow })).toEqual([
      'Missed: first, 512 MB: ours / hand-written is 0.326, not at most 0.312.',
    ]);
  });

  it('name each one that is missed', () => {
    expect(missed({ bytes: { ours: 200_001, 'our authorizer': 200_000 } })).toHaveLength(1);
    const used = good.warm.map((one) =>
      one.variant === 'ours'
        ? { ...one, p50: [2, 5.5], cpu: [1.8, 1.9], resident: [120, 121] }
        : one,
    );
    expect(missed({ warm: used })).toEqual([
      expect.stringContaining('warm p50'),
      expect.stringContaining('warm CPU'),
      expect.stringContaining('resident memory'),
    ]);
    expect(missed({ tokens: { refusalP99: 1, lookupP99: 5, requestsOfRefusals: 1 } })).toEqual([
      expect.stringContaining('authorizer p99'),
      expect.stringContaining('requests to the store'),
    ]);
  });

  it('see a heap that grows with each invocation, from when it has settled', () => {
    const growing = Array.from({ length: 10 }, (_, index) => 1e7 + index * 50_000);
    expect(missed({ heap: { every: 10_000, bytes: growing } })).toEqual([
      'Missed: heap: bytes that an invocation leaves behind is 5.00, not at most 4.00.',
    ]);
  });

  it('are not missed where they could not be measured', () => {
    const cold = good.cold.filter(({ megabytes }) => megabytes === fullCoreMegabytes);
    // No quota, and no /proc.
    const warm = good.warm.map((one) => ({ ...one, cpu: [], resident: [] }));
    const judged = verdicts({ ...good, cold, warm, heap: { every: 0, bytes: [] } });
    expect(judged.filter(({ value }) => value === undefined)).toHaveLength(10);
    expect(judged.every(({ met }) => met)).toBe(true);
  });
});
