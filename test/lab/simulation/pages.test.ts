import { describe, expect, it } from 'vitest';
import { fullOrShort } from '../../full-or-short.ts';
import { template } from '../../synthesized.ts';
import {
  type Fault,
  faults,
  minuteOf,
  requestRates,
  silentFaults,
  slow,
  withoutTraffic,
} from './faults.ts';
import { callsIn, delaysOf, quantile, readings, serviceOf, twoMinutesLate } from './simulate.ts';

const service = serviceOf(template);

/** How late the page may be if nothing works, in minutes and with any metrics. Without the probe it would depend on traffic. */
function bound({ name }: Fault): number {
  // An alarm on silence waits for five minutes. Slowness waits whether requests fail also.
  if (name === 'the probe does not run') return 7;
  return name === slow.name ? 14 : 5;
}

describe.each([...faults, ...silentFaults])('when $name', (fault: Fault) => {
  const isSilent = silentFaults.some((one) => one === fault);
  const rates = isSilent ? withoutTraffic : requestRates;

  // docs/RUNBOOK.md: "`SlowAnswers` and `SlowAtLowTraffic` raise `Slow`."
  it('for all, it pages in time at each rate', () => {
    // A share of 99 % needs many runs.
    const runs = fullOrShort({ full: 2_000, short: 16 });
    for (const { rate, perSecond } of rates) {
      const delays = delaysOf(service, { fault, severity: 1, perSecond }, { runs, longest: 60 });
      for (const [reading, late] of Object.entries(delays)) {
        expect(quantile(late, 0.99), `${rate}, ${reading}`).toBeLessThanOrEqual(bound(fault));
      }
    }
  });

  // docs/RUNBOOK.md: "A second fault in that time is not a second page, so watch the dashboard."
  it('for all, it is one page in six hours', () => {
    for (const { rate, perSecond } of rates) {
      const at = (minute: number) => minuteOf({ fault, severity: 1, perSecond }, 30.5, minute);
      const pages = callsIn(service, { readings, seed: 1, minutes: 6 * 60, at }, 'page');
      const found = pages.map(({ reading }) => reading);
      expect(found.toSorted(), rate).toEqual(Object.keys(readings).toSorted());
    }
  });

  it('for a minute, it pages nobody', () => {
    const runs = fullOrShort({ full: 400, short: 8 });
    for (const { rate, perSecond } of rates) {
      for (const lasts of [1 / 3, 1]) {
        for (let seed = 0; seed < runs; seed += 1) {
          const blip = { fault, severity: 1, perSecond, lasts };
          // At any second of a minute. A run of the probe that fails by chance would be a second fault.
          const at = (minute: number) => minuteOf(blip, 30 + seed / runs, minute, 0);
          const run = { readings: twoMinutesLate, seed, minutes: 90, at };
          expect(callsIn(service, run, 'page'), rate).toEqual([]);
        }
      }
    }
  });
});

describe.each(faults.slice(0, 6))('when $name', (fault) => {
  it('for a tenth, it pages within half an hour where there is traffic', () => {
    const runs = fullOrShort({ full: 400, short: 20 });
    for (const perSecond of [1, 100]) {
      const delays = delaysOf(service, { fault, severity: 0.1, perSecond }, { runs });
      for (const [reading, late] of Object.entries(delays)) {
        expect(quantile(late, 0.95), reading).toBeLessThan(35);
      }
    }
  });
});
