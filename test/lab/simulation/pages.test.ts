import { describe, expect, it } from 'vitest';
import { fullOrShort } from '../../full-or-short.ts';
import { template } from '../../synthesized.ts';
import { callsIn, minuteOf } from './calls.ts';
import { faults, requestRates } from './faults.ts';
import { delaysOf, pagedBlips, pagesADay, quantile, readings } from './matrix.ts';
import { serviceOf } from './service.ts';

const service = serviceOf(template);

/** How late the page may be if nothing works any more. */
function bound(perSecond: number): number {
  if (perSecond >= 1) return 5;
  return perSecond > 1 / 100 ? 30 : 180;
}

// Decisions are remembered for five minutes. Slowness waits whether requests fail, too.
const allowance: Readonly<Record<string, number>> = {
  'the token store is out, most tokens remembered': 2,
  'answers take 3 s more': 5,
  'CreatePlant crashes, and the access log is off': 1,
};

describe.each(faults)('when $name', (fault) => {
  const busyOnly = 'accessLogIsOff' in fault;
  const rates = requestRates.filter(({ perSecond }) => perSecond >= 1 || !busyOnly);

  it('for all, it pages in time at each rate', () => {
    // A share of 99 % needs many runs.
    const part = fullOrShort({ full: 0.99, short: 0.9 });
    for (const { rate, perSecond } of rates) {
      const runs = fullOrShort({ full: 2_000, short: 40 });
      const delays = delaysOf(service, { fault, severity: 1, perSecond }, { runs });
      const inTime = bound(perSecond) + (allowance[fault.name] ?? 0);
      for (const reading of ['1 minute late', '2 minutes late'] as const) {
        expect(quantile(delays[reading], part), `${rate}, ${reading}`).toBeLessThanOrEqual(inTime);
      }
      // Two minutes later at most where each metric is up to two minutes later.
      for (const reading of ['each 1 to 4 minutes late', '4 minutes late'] as const) {
        expect(quantile(delays[reading], part), `${rate}, ${reading}`).toBeLessThan(inTime + 2.01);
      }
    }
  });

  it('for a tenth, it pages within half an hour where there is traffic', () => {
    // An authorizer that fails in part is asked again, and mostly succeeds.
    const isFelt = !fault.name.startsWith('the token store');
    for (const perSecond of [1, 100]) {
      const runs = fullOrShort({ full: 400, short: 30 });
      const { '2 minutes late': delays } = delaysOf(
        service,
        { fault, severity: 0.1, perSecond },
        { runs },
      );
      expect(quantile(delays, 0.95) < 30).toBe(isFelt);
    }
  });

  it('for part of the calls, it pages at most once an hour', () => {
    const days = fullOrShort({ full: 10, short: 1 });
    const percents = fullOrShort({ full: 1, short: 0 })
      ? [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 90, 95, 98, 100]
      : [3, 5, 6, 10, 40, 100];
    for (const { rate, perSecond } of rates) {
      for (const percent of percents) {
        const trial = { fault, severity: percent / 100, perSecond };
        const pages = pagesADay(service, trial, { days, seed: percent });
        expect(pages, `${percent} % at ${rate}`).toBeLessThanOrEqual(24);
      }
    }
  });

  it('for all, it is one page in six hours', () => {
    for (const { rate, perSecond } of rates.filter(({ perSecond }) => perSecond > 1 / 100)) {
      const at = (minute: number) => minuteOf({ fault, severity: 1, perSecond }, 30.5, minute);
      for (const reading of Object.values(readings)) {
        const pages = callsIn(service, reading, { seed: 1, minutes: 6 * 60, at }, 'page');
        expect(pages, rate).toHaveLength(1);
      }
    }
  });

  it('for a minute, it pages nobody', () => {
    for (const { rate, perSecond } of rates) {
      for (const seconds of [20, 60]) {
        const runs = fullOrShort({ full: 400, short: 20 });
        expect(pagedBlips(service, { fault, perSecond, seconds }, runs), rate).toBe(0);
      }
    }
  });
});
