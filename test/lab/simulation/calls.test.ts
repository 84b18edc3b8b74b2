import { afterAll, describe, expect, it } from 'vitest';
import { template } from '../../synthesized.ts';
import { publish } from '../prove/figure.ts';
import { often } from '../prove/often.ts';
import { minutesToPage } from './calls.ts';
import { alarmsOf, readings } from './cloudwatch.ts';
import { type Fault, faults, requestRates } from './faults.ts';

const alarms = alarmsOf(template);
const rates = requestRates.map(({ rate }) => rate).join(', ');

/** Until the page, from the shortest, by the reading in which it takes longest. */
function delaysOf(
  fault: Fault,
  severity: number,
  perSecond: number,
  { runs, longestMinutes }: Effort,
) {
  const trials = Array.from({ length: runs }, (_, seed) =>
    minutesToPage(alarms, { fault, severity, perSecond, longestMinutes, seed }),
  );
  return readings
    .map((_, reading) => trials.map((delays) => Number(delays[reading])).toSorted((a, b) => a - b))
    .reduce((worst, delays) => (late(delays) > late(worst) ? delays : worst));
}

interface Effort {
  readonly runs: number;
  readonly longestMinutes: number;
}

function late(delays: readonly number[]): number {
  return delays[Math.ceil(0.99 * delays.length) - 1] ?? Number.POSITIVE_INFINITY;
}

function half(delays: readonly number[]): number {
  return delays[Math.floor(delays.length / 2)] ?? Number.POSITIVE_INFINITY;
}

function told(delays: readonly number[]): string {
  const called = delays.filter(Number.isFinite).length / delays.length;
  if (called === 0) return 'none';
  const [usual, latest] = [half(delays), late(delays)].map((minutes) =>
    minutes < 10 ? minutes.toFixed(1) : minutes.toFixed(0),
  );
  return called >= 0.99 ? `${usual} (${latest})` : `${Math.round(100 * called)} % of runs`;
}

/** How late the page may be when nothing works any more. */
function bound(perSecond: number): number {
  if (perSecond >= 1) return 5;
  return perSecond > 1 / 100 ? 30 : 180;
}

// No outage from the first minute on: decisions are remembered for five. A slow answer is an answer.
const tokenStoreOut = 'the token store is out, most tokens cached';
const allowance: Readonly<Record<string, number>> = {
  [tokenStoreOut]: 2,
  'answers take 3 s more': 1,
};
const mayNotWrite = faults.find(({ name }) => name === 'CreatePlant may not write');

/** Faults that are told alike, by what is told of them. */
const alike = new Map<string, string[]>();

function tell(calls: string, figure: string, { name }: Fault): void {
  const key = `${calls} calls | ${figure}`;
  alike.set(key, [...(alike.get(key) ?? []), name]);
}

afterAll(() => {
  for (const [key, names] of alike) {
    const [calls = '', figure = ''] = key.split(' | ');
    const claim = `Minutes to the page (99 % of runs) at ${rates}: ${calls}, ${names.join('; ')}`;
    publish({ part: 'alarms', claim, figure });
  }
});

describe.each(faults)('when $name', (fault) => {
  it('for all, it is told in time in 99 of 100 runs, at each rate', () => {
    const effort = { runs: often({ full: 500, short: 20 }), longestMinutes: 300 };
    const figures = requestRates.map(({ rate, perSecond }) => {
      const delays = delaysOf(fault, 1, perSecond, effort);
      expect(late(delays), rate).toBeLessThanOrEqual(
        bound(perSecond) + (allowance[fault.name] ?? 0),
      );
      return told(delays);
    });
    tell('all', figures.join(', '), fault);
  });

  it.each([0.1, 0.02])('for a part of %d, it is told where clients feel it', (severity) => {
    const effort = { runs: often({ full: 100, short: 5 }), longestMinutes: 360 };
    const delays = requestRates.map(({ perSecond }) =>
      delaysOf(fault, severity, perSecond, effort),
    );
    // A fiftieth is for a ticket. An authorizer that fails in part is asked again, which mostly succeeds.
    const isFelt = fault.name !== tokenStoreOut && (severity === 0.1 || fault === mayNotWrite);
    for (const atLeastOneASecond of delays.slice(2)) {
      expect(late(atLeastOneASecond) < 30).toBe(isFelt);
    }
    tell(`${100 * severity} % of`, delays.map(told).join(', '), fault);
  });
});
