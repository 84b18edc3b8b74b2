import { describe, expect, it } from 'vitest';
import { fullOrShort } from '../../full-or-short.ts';
import { template } from '../../synthesized.ts';
import { callsIn, lateByItsOwn } from './calls.ts';
import { healthyProbe, requestRates, silentFaults } from './faults.ts';
import { delaysOf, pagedBlips, pagesADay, quantile } from './matrix.ts';
import { serviceOf } from './service.ts';

const service = serviceOf(template);
const rates = [{ rate: 'no traffic', perSecond: 0 }, ...requestRates];

describe.each(silentFaults)('when $name', (fault) => {
  // Within five minutes if metrics come a minute late. The alarm on silence waits for five, and takes late for silent.
  const isSilence = fault.name === 'the probe does not run';
  const bounds = isSilence ? [7, 7, 7] : [5, 6, 9];

  it.each(rates)('it pages in 99 % of runs, in minutes that hold at $rate', ({ perSecond }) => {
    const runs = fullOrShort({ full: 2_000, short: 50 });
    const delays = delaysOf(service, { fault, severity: 1, perSecond }, { runs, longest: 60 });
    const [one, two, four] = bounds;
    expect(quantile(delays['1 minute late'], 0.99)).toBeLessThanOrEqual(Number(one));
    expect(quantile(delays['2 minutes late'], 0.99)).toBeLessThanOrEqual(Number(two));
    expect(quantile(delays['4 minutes late'], 0.99)).toBeLessThanOrEqual(Number(four));
    const latest = quantile(delays['each 1 to 4 minutes late'], 0.99);
    expect(latest).toBeLessThanOrEqual(Number(four));
  });

  it('for a minute, it pages nobody', () => {
    const runs = fullOrShort({ full: 400, short: 20 });
    for (const perSecond of [0, 1]) {
      expect(pagedBlips(service, { fault, perSecond, seconds: 60 }, runs)).toBe(0);
    }
  });

  it('for part of the calls, it pages at most once an hour without traffic', () => {
    for (const severity of [0.02, 0.1, 0.3, 0.5, 0.9]) {
      const trial = { fault, severity, perSecond: 0 };
      expect(pagesADay(service, trial, { days: 3, seed: 1 })).toBeLessThanOrEqual(24);
    }
  });
});

it('nobody is called in 30 days without traffic while one try in 500 fails', () => {
  const at = () => ({ perSecond: 0, shares: {}, probeFails: healthyProbe });
  expect(callsIn(service, lateByItsOwn, { seed: 1, minutes: 30 * 24 * 60, at })).toEqual([]);
});
