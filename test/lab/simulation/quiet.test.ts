import { describe, expect, it } from 'vitest';
import { fullOrShort } from '../../full-or-short.ts';
import { template } from '../../synthesized.ts';
import { synthesizedWith } from '../../synthesized-with.ts';
import { callsIn, failuresFirst, lateBy } from './calls.ts';
import { healthy, requestRates } from './faults.ts';
import { healthyCalls } from './matrix.ts';
import { serviceOf } from './service.ts';
import type { Minute } from './traffic.ts';

const service = serviceOf(template);
// As COST.md says to set them before so much traffic.
const wide = serviceOf(
  synthesizedWith({ throttleRate: '12000', throttleBurst: '6000' }).getStackByName('PlantStore')
    .template,
);
const days = fullOrShort({ full: 30, short: 1 });

/** The alarms that call in so many hours of the same traffic, each with how often. */
function callsOf(hours: number, at: (minute: number) => Minute, reading = lateBy(2)) {
  const calls: Record<string, number> = {};
  for (const { alarm } of callsIn(service, reading, { seed: 1, minutes: hours * 60, at })) {
    calls[alarm] = (calls[alarm] ?? 0) + 1;
  }
  return calls;
}

describe.each(requestRates)('at $rate', ({ perSecond }) => {
  it('nobody is called while one call in a thousand fails, each metric late by its own', () => {
    for (let seed = 1; seed <= fullOrShort({ full: 3, short: 2 }); seed += 1) {
      const at = perSecond > 1000 ? wide : service;
      expect(healthyCalls(at, { perSecond, days, seed }), `seed ${seed}`).toEqual([]);
    }
  });

  it('nobody is called while the denominator comes three minutes after the numerator', () => {
    const at = perSecond > 1000 ? wide : service;
    expect(healthyCalls(at, { perSecond, days, seed: 1 }, failuresFirst)).toEqual([]);
  });

  it('nobody is called for mistakes of clients', () => {
    const at = () => ({ perSecond: Math.min(perSecond, 800), shares: { mistaken: 0.5 } });
    expect(callsOf(6, at)).toEqual({});
  });
});

describe('a ticket', () => {
  const burning = (share: number, perSecond: number) => () => ({
    perSecond,
    shares: { crashed: share },
  });

  it('says that the budget burns three times too fast: above 1.5 %, for six hours', () => {
    expect(callsOf(12, burning(0.014, 100))).toEqual({ SteadyBurn: 1 });
    expect(callsOf(12, burning(0.016, 100))).toEqual({ BudgetBurn: 1, SteadyBurn: 1 });
    // Four hours of it are enough, and one is not.
    const hours = (last: number) => (minute: number) =>
      burning(minute >= 360 && minute < 360 + 60 * last ? 0.03 : 0, 100)();
    expect(callsOf(12, hours(2))['BudgetBurn']).toBeUndefined();
    expect(callsOf(12, hours(4))['BudgetBurn']).toBe(1);
  });

  it('says that more fails than may fail in the long run: above 0.5 %, for three days', () => {
    const after = (share: number) => (minute: number) =>
      burning(minute < 72 * 60 ? 0.004 : share, 100)();
    expect(callsOf(24 * 6, after(0.0045))).toEqual({});
    expect(callsOf(24 * 6, after(0.006))).toEqual({ SteadyBurn: 1 });
  });

  it('says that answers are slow: above 1.5 %, for six hours', () => {
    const slow = (share: number) => () => ({ perSecond: 100, shares: { slow: share } });
    expect(callsOf(12, slow(0.014))).toEqual({});
    expect(callsOf(12, slow(0.016))).toEqual({ SlownessBurn: 1 });
    expect(callsOf(240, slow(0.05))).toEqual({ SlownessBurn: 1 });
  });

  it('says that one answer was error 1000, and is one for six hours of them', () => {
    const bug = (minutes: readonly number[]) => (minute: number) => ({
      perSecond: 1,
      shares: {},
      exactly: minutes.includes(minute) ? { '1000': 1 } : {},
    });
    expect(callsOf(8, bug([100]))).toEqual({ UnexpectedFailure: 1 });
    expect(callsOf(12, bug([100, 200, 300, 400, 459]))).toEqual({ UnexpectedFailure: 1 });
    expect(callsOf(14, bug([100, 470]))).toEqual({ UnexpectedFailure: 2 });
  });

  it('says that requests leave no line in the log', () => {
    const off = (minute: number) => ({
      perSecond: 1,
      shares: healthy(1),
      accessLogIsOff: minute > 60,
    });
    expect(callsOf(4, off)).toEqual({ SilentLogs: 1 });
    // Traffic that begins has no lines yet either.
    const begins = (minute: number) => ({ perSecond: minute < 120 ? 0 : 10, shares: {} });
    expect(callsOf(4, begins, lateBy(4))).toEqual({});
  });

  it('says that traffic nears the throttle, before clients are refused', () => {
    const growing = (to: number) => (minute: number) => {
      const perSecond = 500 + ((to - 500) * minute) / 120;
      return { perSecond, shares: healthy(perSecond) };
    };
    expect(callsOf(2, growing(840))).toEqual({});
    expect(callsOf(2, growing(880))).toEqual({ NearThrottle: 1 });
    // A burst of two minutes is what the throttle is there for.
    const burst = (minute: number) => ({
      perSecond: minute === 60 || minute === 61 ? 950 : 100,
      shares: {},
    });
    expect(callsOf(2, burst)).toEqual({});
  });

  it('says that tokens are refused: more than a hundred within five minutes', () => {
    const guesses = (each: number) => (minute: number) => ({
      perSecond: 1,
      shares: {},
      exactly: minute >= 60 && minute < 70 ? { refused: each } : {},
    });
    expect(callsOf(2, guesses(19))).toEqual({});
    expect(callsOf(2, guesses(22))).toEqual({ RefusedTokens: 1 });
    // The gateway remembers one bad token, however often it comes.
    const again = () => ({ perSecond: 1, shares: { refusedAgain: 0.9 } });
    expect(callsOf(2, again)).toEqual({});
  });
});
