import { describe, expect, it } from 'vitest';
import { template } from '../../synthesized.ts';
import { synthesizedWith } from '../../synthesized-with.ts';
import { publish } from '../prove/figure.ts';
import { often } from '../prove/often.ts';
import { callsIn, minutesOf, pages, tickets } from './calls.ts';
import { alarmsOf } from './cloudwatch.ts';
import { healthy, requestRates } from './faults.ts';
import { addMinute } from './traffic.ts';

// As COST.md says to set them before so much traffic.
const wide = synthesizedWith({ throttleRate: '12000', throttleBurst: '6000' }).getStackByName(
  'PlantStore',
).template;
function alarmsAt(perSecond: number) {
  return alarmsOf(perSecond > 1000 ? wide : template);
}
const all = [...pages, ...tickets];
const days = often({ full: 30, short: 1 });

describe.each(requestRates)('at $rate', ({ rate, perSecond }) => {
  it('nobody is called while one call in a thousand fails', () => {
    const data = minutesOf(days * 24 * 60, 1, (data, random) =>
      addMinute(data, random, perSecond, healthy(perSecond)),
    );
    expect(callsIn(alarmsAt(perSecond), all, data)).toBe(0);
    publish({
      part: 'alarms',
      claim: `Pages and tickets in 30 healthy days, one call in a thousand failing, at ${rate}`,
      figure: `none in ${days} days, seed 1`,
    });
  });

  it('nobody is called for a bad minute in which less than a tenth fails, however it lies', () => {
    const runs = often({ full: 200, short: 10 });
    for (let run = 0; run < runs; run += 1) {
      const failing = Math.max(0, Math.ceil(6 * perSecond) - 1);
      const first = Math.round((failing * run) / runs);
      const data = minutesOf(120, run, (data, random, minute) => {
        const crashed = { 60: first, 61: failing - first }[minute] ?? 0;
        addMinute(data, random, perSecond, healthy(perSecond), { crashed });
      });
      expect(callsIn(alarmsAt(perSecond), all, data), `seed ${run}`).toBe(0);
    }
    publish({
      part: 'alarms',
      claim: `Pages and tickets for one bad minute in which less than a tenth fails, at ${rate}`,
      figure: `none in ${runs} runs, seeds from 0`,
    });
  });

  it('nobody is called for mistakes of clients', () => {
    const data = minutesOf(6 * 60, 1, (data, random) =>
      addMinute(data, random, perSecond, { mistaken: 0.5 }),
    );
    expect(callsIn(alarmsAt(perSecond), all, data)).toBe(0);
  });
});

describe('traffic that grows', () => {
  const calls = (from: number, to: number, names: readonly string[]) => {
    const data = minutesOf(120, 1, (data, random, minute) => {
      const perSecond = from + ((to - from) * minute) / 120;
      addMinute(data, random, perSecond, healthy(perSecond));
    });
    return callsIn(alarmsOf(template), names, data);
  };

  it('is told before the stage refuses it', () => {
    expect(calls(500, 840, all)).toBe(0);
    expect(calls(500, 920, ['NearThrottle'])).toBe(1);
    expect(calls(500, 920, pages)).toBe(0);
  });
});

it('a burn that is no outage makes a ticket, and no page', () => {
  const data = minutesOf(24 * 60, 1, (data, random) =>
    addMinute(data, random, 1, { crashed: 0.025 }),
  );
  expect(callsIn(alarmsOf(template), ['BudgetBurn'], data)).toBe(1);
  expect(callsIn(alarmsOf(template), pages, data)).toBe(0);
});
