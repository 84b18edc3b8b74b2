import { expect, it } from 'vitest';
import { template } from '../../synthesized.ts';
import { publish } from '../prove/figure.ts';
import { often } from '../prove/often.ts';
import { alarmsOf, readings } from './cloudwatch.ts';
import { outcomesOf, rolloutOf, stepsOf } from './releases.ts';

const alarms = alarmsOf(template);
const runs = often({ full: 400, short: 30 });
const rates = [1, 10, 100, 1000];
const told = `${rates.join(', ')} requests a second, ${runs} runs each, seeds from 0`;

/** In the worst of the readings: the share taken back, and the requests that failed until then. */
function worstOf(fn: 'CreatePlant' | 'Authorize', failing: number, perSecond: number) {
  const rollout = rolloutOf(template, fn);
  const trials = Array.from({ length: runs }, (_, seed) =>
    outcomesOf(alarms, rollout, { failing, perSecond, seed }),
  );
  const byReading = readings.map((_, reading) => trials.map((outcomes) => outcomes[reading]));
  const shares = byReading.map(
    (outcomes) => outcomes.filter((outcome) => outcome?.takenBack).length / runs,
  );
  const hurt = byReading.map(
    (outcomes) => outcomes.reduce((sum, outcome) => sum + (outcome?.hurt ?? 0), 0) / runs,
  );
  return { least: Math.min(...shares), most: Math.max(...shares), hurt: Math.max(...hurt) };
}

it.each([
  ['CreatePlant', 0.02],
  ['CreatePlant', 0.1],
  ['Authorize', 0.1],
  ['Authorize', 0.5],
] as const)('a release of %s that fails %d of its calls is taken back', (fn, failing) => {
  const outcomes = rates.map((perSecond) => ({ perSecond, ...worstOf(fn, failing, perSecond) }));
  for (const { perSecond, least } of outcomes.filter(({ perSecond }) => perSecond >= 10)) {
    expect(least, `at ${perSecond}`).toBeGreaterThanOrEqual(0.95);
  }
  publish({
    part: 'releases',
    claim: `Releases of ${fn} that fail ${100 * failing} % of calls, after the hook: taken back (requests hurt) at ${told}`,
    figure: outcomes
      .map(
        ({ least, hurt }) => `${percent(least)} (${hurt < 10 ? hurt.toFixed(1) : hurt.toFixed(0)})`,
      )
      .join(', '),
  });
});

it.each(['CreatePlant', 'Authorize'] as const)('a good release of %s is left alone', (fn) => {
  const shares = rates.map((perSecond) => worstOf(fn, 0, perSecond).most);
  for (const share of shares) expect(share).toBeLessThanOrEqual(0.02);
  publish({
    part: 'releases',
    claim: `Good releases of ${fn} that are taken back by what passes by itself, at ${told}`,
    figure: shares.map(percent).join(', '),
  });
});

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

it('knows the steps of CodeDeploy', () => {
  const canary = stepsOf('CodeDeployDefault.LambdaCanary10Percent5Minutes');
  expect([canary.minutes, canary.shareAt(0), canary.shareAt(4)]).toEqual([5, 0.1, 0.1]);
  const linear = stepsOf('CodeDeployDefault.LambdaLinear10PercentEvery3Minutes');
  expect(linear.minutes).toBe(27);
  expect([0, 2, 3, 26].map(linear.shareAt)).toEqual([0.1, 0.1, 0.2, 0.9]);
  expect(() => stepsOf('CodeDeployDefault.LambdaAllAtOnce')).toThrow('Unknown deployment');
});
