import { describe, expect, it } from 'vitest';
import { fullOrShort } from '../../full-or-short.ts';
import { template } from '../../synthesized.ts';
import { synthesizedWith } from '../../synthesized-with.ts';
import {
  type Fault,
  faults,
  healthy,
  healthyProbe,
  minuteOf,
  requestRates,
  silentFaults,
  withoutTraffic,
} from './faults.ts';
import { callsIn, eachByItsOwn, unevenReadings as readings, serviceOf } from './simulate.ts';

const service = serviceOf(template);
const days = fullOrShort({ full: 30, short: 1 });

describe.each([...faults, ...silentFaults])('when $name', (fault: Fault) => {
  const rates = silentFaults.some((one) => one === fault) ? withoutTraffic : requestRates;

  it('for part of the calls, it pages at most once an hour', () => {
    const percents = fullOrShort({
      full: [1, 2, 3, 4, 5, 6, 8, 10, 20, 40, 60, 100],
      short: [5, 10, 40],
    });
    for (const { rate, perSecond } of rates) {
      for (const percent of percents) {
        const trial = { fault, severity: percent / 100, perSecond };
        const at = (minute: number) => minuteOf(trial, 30, minute);
        const hours = 24 * fullOrShort({ full: 4, short: 1 });
        const run = { readings: eachByItsOwn, seed: percent, minutes: hours * 60, at };
        const pages = Map.groupBy(callsIn(service, run, 'page'), ({ reading }) => reading);
        for (const [reading, { length }] of pages)
          expect(length, `${percent} % at ${rate}, ${reading}`).toBeLessThanOrEqual(hours);
      }
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
    const at = () => ({ perSecond, shares: healthy(perSecond) });
    const run = { readings, seed: 1, minutes: days * 24 * 60, at };
    expect(callsIn(perSecond > 1000 ? wide : service, run)).toEqual([]);
  });

  it('in 30 days without traffic while one try of the probe in 500 fails', () => {
    const at = () => ({ perSecond: 0, shares: {}, probeFails: healthyProbe });
    expect(callsIn(service, { readings, seed: 1, minutes: days * 24 * 60, at })).toEqual([]);
  });

  it.each(requestRates)('for mistakes of clients at $rate', ({ perSecond }) => {
    const at = () => ({ perSecond: Math.min(perSecond, 800), shares: { error1003: 0.5 } });
    expect(callsIn(service, { readings, seed: 1, minutes: 6 * 60, at })).toEqual([]);
  });
});
