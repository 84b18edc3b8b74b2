import { describe, expect, it } from 'vitest';
import { fullOrShort } from '../../full-or-short.ts';
import { template } from '../../synthesized.ts';
import { type Release, releasesOf, rolloutOf, stepsOf } from './releases.ts';
import { readings, serviceOf } from './simulate.ts';

const service = serviceOf(template);
const rates = [1, 10, 100, 1000];
type Version = Release['version'];

/** By each reading: a release must not depend on how late metrics come. */
function rolledBack(version: Version, failing: number, perSecond: number, runs: number) {
  const [fn = ''] = version.split(' ');
  const release = { version, failing, perSecond };
  return Object.entries(releasesOf(service, rolloutOf(template, fn), release, readings, runs));
}

describe('a release', () => {
  it.each([
    ['CreatePlant crashes', 0.02, rates.slice(1)],
    ['CreatePlant crashes', 0.1, rates],
    ['CreatePlant answers 1000', 0.1, rates],
    ['CreatePlant answers 1006', 0.1, rates],
    ['Authorize crashes', 0.5, rates.slice(1)],
    ['Authorize crashes', 0.1, rates.slice(2)],
  ] as const)('in which %s for %d is rolled back', (version, failing, where) => {
    const runs = fullOrShort({ full: 400, short: 20 });
    for (const perSecond of where) {
      for (const [reading, { share }] of rolledBack(version, failing, perSecond, runs)) {
        expect(share, `at ${perSecond}, ${reading}`).toBeGreaterThanOrEqual(0.95);
      }
    }
  });

  it.each(['CreatePlant crashes', 'CreatePlant answers 1000', 'CreatePlant answers 1006'] as const)(
    'in which %s for all is rolled back before it has a third of the traffic',
    (version) => {
      for (const perSecond of rates) {
        for (const [reading, { share, hurt }] of rolledBack(version, 1, perSecond, 20)) {
          expect(share, reading).toBe(1);
          // Of its 27 minutes, with a tenth more each three: nine minutes until it has 30 %.
          expect(hurt).toBeLessThan(60 * perSecond * 3 * (0.1 + 0.2 + 0.3));
        }
      }
    },
  );

  // The check before traffic stops these: test/functions/checks. If it did not, the probe would.
  it.each([
    'CreatePlant answers 1003',
    'Authorize crashes',
    'Authorize answers 403',
    'Authorize lets everybody in',
  ] as const)(
    'in which %s for all is rolled back by the probe, without traffic also',
    (version) => {
      for (const perSecond of [0, 1 / 60, ...rates]) {
        const runs = fullOrShort({ full: 400, short: 30 });
        for (const [reading, { share }] of rolledBack(version, 1, perSecond, runs)) {
          expect(share, `at ${perSecond}, ${reading}`).toBeGreaterThanOrEqual(0.95);
        }
      }
    },
  );

  it.each(['CreatePlant crashes', 'Authorize crashes'] as const)(
    'without a fault is left alone in 499 of 500 runs (%s for 0)',
    (version) => {
      // Between one and ten requests a second, few failures are a large share.
      for (const perSecond of [0.3, 1, 2, 3, 4, 6.5, 10, 100, 1000]) {
        const runs = fullOrShort({ full: 5_000, short: 150 });
        for (const [reading, { share }] of rolledBack(version, 0, perSecond, runs)) {
          expect(share, `at ${perSecond}, ${reading}`).toBeLessThanOrEqual(1 / 500);
        }
      }
    },
  );

  it('has the steps of CodeDeploy', () => {
    const linear = stepsOf('CodeDeployDefault.LambdaLinear10PercentEvery3Minutes');
    expect(linear.minutes).toBe(27);
    expect([0, 2, 3, 26].map(linear.shareAt)).toEqual([0.1, 0.1, 0.2, 0.9]);
    expect(() => stepsOf('CodeDeployDefault.LambdaAllAtOnce')).toThrow('Unknown deployment');
  });
});
