import { describe, expect, it } from 'vitest';
import { fullOrShort } from '../../full-or-short.ts';
import { template } from '../../synthesized.ts';
import { synthesizedWith } from '../../synthesized-with.ts';
import {
  type Fault,
  faults,
  healthyProbe,
  minuteOf,
  requestRates,
  silentFaults,
  withoutTraffic,
} from './faults.ts';
import {
  callsIn,
  delaysOf,
  failuresFirst,
  healthyCalls,
  lateByItsOwn,
  pagedBlips,
  pagesADay,
  quantile,
  readings,
  serviceOf,
} from './simulate.ts';

const service = serviceOf(template);
const days = fullOrShort({ full: 30, short: 1 });

/** How late the page may be if nothing works, in minutes and with any metrics. Without the probe it would depend on traffic. */
function bound({ name }: Fault): number {
  // An alarm on silence waits for five minutes. Slowness waits whether requests fail also.
  if (name === 'the probe does not run') return 7;
  return name === 'answers take 3 s more' ? 14 : 5;
}

describe.each([...faults, ...silentFaults])('when $name', (fault: Fault) => {
  const isSilent = silentFaults.some((one) => one === fault);
  const rates = isSilent ? withoutTraffic : requestRates;

  it('for all, it pages in time at each rate', () => {
    // A share of 99 % needs many runs.
    const runs = fullOrShort({ full: 2_000, short: 25 });
    for (const { rate, perSecond } of rates) {
      const delays = delaysOf(service, { fault, severity: 1, perSecond }, { runs, longest: 60 });
      for (const [reading, late] of Object.entries(delays)) {
        expect(quantile(late, 0.99), `${rate}, ${reading}`).toBeLessThanOrEqual(bound(fault));
      }
    }
  });

  it('for all, it is one page in six hours', () => {
    for (const { rate, perSecond } of rates) {
      const at = (minute: number) => minuteOf({ fault, severity: 1, perSecond }, 30.5, minute);
      for (const reading of Object.values(readings)) {
        const pages = callsIn(service, reading, { seed: 1, minutes: 6 * 60, at }, 'page');
        expect(pages, rate).toHaveLength(1);
      }
    }
  });

  it('for a minute, it pages nobody', () => {
    const runs = fullOrShort({ full: 400, short: 8 });
    for (const { rate, perSecond } of rates) {
      for (const lasts of [1 / 3, 1]) {
        const blip = { fault, severity: 1, perSecond, lasts };
        expect(pagedBlips(service, blip, runs), rate).toBe(0);
      }
    }
  });

  it('for part of the calls, it pages at most once an hour', () => {
    const percents = fullOrShort({ full: 1, short: 0 })
      ? [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 90, 95, 98, 100]
      : [5, 10, 40];
    for (const { rate, perSecond } of rates) {
      for (const percent of percents) {
        const trial = { fault, severity: percent / 100, perSecond };
        const pages = pagesADay(service, trial, fullOrShort({ full: 10, short: 1 }), percent);
        expect(pages, `${percent} % at ${rate}`).toBeLessThanOrEqual(24);
      }
    }
  });
});

describe.each(faults.slice(0, 6))('when $name', (fault) => {
  it('for a tenth, it pages within half an hour where there is traffic', () => {
    const runs = fullOrShort({ full: 400, short: 20 });
    for (const perSecond of [1, 100]) {
      const delays = delaysOf(service, { fault, severity: 0.1, perSecond }, { runs });
      expect(quantile(delays['2 minutes late'], 0.95)).toBeLessThan(30);
    }
  });
});

describe('nobody is called', () => {
  // As COST.md says to set them before so much traffic.
  const throttle = { throttleRate: '12000', throttleBurst: '6000' };
  const wide = serviceOf(synthesizedWith(throttle).getStackByName('PlantStore').template);
  const between = [0.1, 0.5, 3, 10, 30].map((perSecond) => ({
    rate: `${perSecond} a second`,
    perSecond,
  }));

  it.each([...requestRates, ...between])('in healthy days at $rate', ({ perSecond }) => {
    const at = perSecond > 1000 ? wide : service;
    for (const reading of [lateByItsOwn, failuresFirst]) {
      expect(healthyCalls(at, { perSecond, days, seed: 1 }, reading)).toEqual([]);
    }
  });

  it('in 30 days without traffic while one try of the probe in 500 fails', () => {
    const at = () => ({ perSecond: 0, shares: {}, probeFails: healthyProbe });
    expect(callsIn(service, lateByItsOwn, { seed: 1, minutes: days * 24 * 60, at })).toEqual([]);
  });

  it.each(requestRates)('for mistakes of clients at $rate', ({ perSecond }) => {
    const at = () => ({ perSecond: Math.min(perSecond, 800), shares: { error1003: 0.5 } });
    expect(callsIn(service, lateByItsOwn, { seed: 1, minutes: 6 * 60, at })).toEqual([]);
  });
});
