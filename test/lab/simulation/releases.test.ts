import { describe, expect, it } from 'vitest';
import { fullOrShort } from '../../full-or-short.ts';
import { template } from '../../synthesized.ts';
import { readings } from './matrix.ts';
import { type Release, releasesOf, stepsOf } from './releases.ts';
import { serviceOf } from './service.ts';

const service = serviceOf(template);
const runs = fullOrShort({ full: 400, short: 30 });
const rates = [1, 10, 100, 1000];
type Version = Release['version'];

function rolledBack(version: Version, failing: number, perSecond: number, times = runs) {
  const release = { version, failing, perSecond };
  return Object.entries(releasesOf(service, template, release, readings, times));
}

describe('a release', () => {
  it.each([
    ['CreatePlant crashes', 0.02],
    ['CreatePlant crashes', 0.1],
    ['CreatePlant answers 1000', 0.1],
    ['CreatePlant answers 1006', 0.1],
    ['Authorize crashes', 0.5],
  ] as const)(
    'in which %s for %d is rolled back, however late metrics come',
    (version, failing) => {
      for (const perSecond of rates.slice(1)) {
        for (const [reading, { share }] of rolledBack(version, failing, perSecond)) {
          expect(share, `at ${perSecond}, ${reading}`).toBeGreaterThanOrEqual(0.95);
        }
      }
    },
  );

  it('that fails all calls is rolled back before it has a third of the traffic', () => {
    for (const version of ['CreatePlant crashes', 'CreatePlant answers 1000'] as const) {
      for (const perSecond of rates) {
        for (const [reading, { share, hurt }] of rolledBack(version, 1, perSecond)) {
          expect(share, reading).toBe(1);
          // Of its 27 minutes, with a tenth more each three: nine minutes until it has 30 %.
          expect(hurt).toBeLessThan(60 * perSecond * 3 * (0.1 + 0.2 + 0.3));
        }
      }
    }
  });

  it('of Authorize that fails one call in ten is mostly rolled back where there are clients', () => {
    for (const perSecond of [100, 1000]) {
      for (const [, { share }] of rolledBack('Authorize crashes', 0.1, perSecond)) {
        expect(share).toBeGreaterThanOrEqual(0.99);
      }
    }
  });

  it.each(['CreatePlant crashes', 'Authorize crashes'] as const)(
    'without a fault is left alone in 499 of 500 runs (%s for 0)',
    (version) => {
      const times = fullOrShort({ full: 5_000, short: 200 });
      for (const perSecond of rates) {
        for (const [reading, { share }] of rolledBack(version, 0, perSecond, times)) {
          expect(share, `at ${perSecond}, ${reading}`).toBeLessThanOrEqual(1 / 500);
        }
      }
    },
  );

  it.each(['CreatePlant answers 1003', 'Authorize answers 403'] as const)(
    'in which %s is rolled back by the probe, if the hook does not stop it before',
    (version) => {
      for (const [reading, { share }] of rolledBack(version, 1, 1)) {
        // The probe writes its own metric, so AWS's lateness does not matter.
        expect(share, reading).toBeGreaterThanOrEqual(0.98);
      }
    },
  );

  it('has the steps of CodeDeploy', () => {
    const canary = stepsOf('CodeDeployDefault.LambdaCanary10Percent5Minutes');
    expect([canary.minutes, canary.shareAt(0), canary.shareAt(4)]).toEqual([5, 0.1, 0.1]);
    const linear = stepsOf('CodeDeployDefault.LambdaLinear10PercentEvery3Minutes');
    expect(linear.minutes).toBe(27);
    expect([0, 2, 3, 26].map(linear.shareAt)).toEqual([0.1, 0.1, 0.2, 0.9]);
    expect(() => stepsOf('CodeDeployDefault.LambdaAllAtOnce')).toThrow('Unknown deployment');
  });
});
