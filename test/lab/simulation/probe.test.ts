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
  // The probe writes its own metric. The alarm on silence waits for five minutes.
  const bound = fault.name === 'the probe does not run' ? 7 : 5;

  it.each(rates)('it pages in 99 % of runs, within minutes at $rate', ({ perSecond }) => {
    const runs = fullOrShort({ full: 2_000, short: 50 });
    const delays = delaysOf(service, { fault, severity: 1, perSecond }, { runs, longest: 60 });
    for (const [reading, late] of Object.entries(delays)) {
      expect(quantile(late, 0.99), reading).toBeLessThanOrEqual(bound);
    }
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
