import { describe, expect, it } from 'vitest';
import { slow } from '../../../tools/test/setup/slow.ts';
import { liveNames, resourcesOf, synthesizedWith, template } from '../../setup/synthesized.ts';
import { type Course, firstMinuteOn } from './cloudwatch-model/alarm-over-time.ts';
import { isOnBy } from './cloudwatch-model/alarm-rule.ts';
import { meaningsOfMissing, type Values } from './cloudwatch-model/metric-math.ts';
import {
  alarmIn,
  alarmsOf,
  expectBad,
  expectPeriods,
  from0,
  minutesUntilNeeded,
  pagesOf,
  type Rule,
} from './template-alarms.ts';

const alarms = alarmsOf(template);
const alarm = alarmIn(alarms);

// The first value of each pair is bad, the second is not.
const rules: readonly Rule[] = [
  ['ProbeFails', { failedRuns: 1 }, { failedRuns: 0 }],
  ['ProbeFails', { failedRuns: 1 }, {}],
  ['ProbeRelease', { failedRuns: 1 }, {}],
  ['ProbeFaultRelease', { failedRuns: 2 }, { failedRuns: 1 }],
  ['ProbeSilent', {}, { runs: 1 }],
  ['ProbeCrashes', { crashes: 1 }, { crashes: 0 }],
  ['ProbeCrashes', { crashes: 1 }, {}],
  ['AccessLogLost', {}, { lines: 1 }],
];

/** A minute without a client. */
const quiet = { requests: 4, lines: 1 };

const faults: readonly [fault: string, name: string, within: number, minute: Values][] = [
  ['a probe that ends with an error', 'ProbeCrashes', 10, { crashes: 1 }],
  ['a lost access log without clients', 'AccessLogLost', 60, { requests: 4 }],
  ['a lost access log with clients', 'AccessLogLost', 60, { requests: 60_000 }],
];

const healthy: readonly [course: string, name: string, course: Course][] = [
  ['one failed run', 'ProbeCrashes', (minute) => (minute === 0 ? { crashes: 1 } : {})],
  ['a run in each minute', 'AccessLogLost', () => quiet],
];

describe.each(meaningsOfMissing)('if %s', (missing) => {
  it.each(rules)('%s tells %o from %o', (name, bad, good) => {
    expectBad(true, alarm(name), bad, missing);
    expectBad(false, alarm(name), good, missing);
  });

  // AWS can have one metric four minutes later than another.
  describe.each([{}, { crashes: 4, lines: 4, requests: 4 }, { requests: 4 }])(
    'and minutes late are %o',
    (late) => {
      it.each(faults)('%s turns %s on within %i minutes', (_, name, within, minute) => {
        const course = from0(quiet, () => minute);
        expect(firstMinuteOn(alarm(name), course, missing, late)).toBeLessThan(within);
      });

      it.each(healthy)('%s does not turn %s on', (_, name, course) => {
        const first = firstMinuteOn(alarm(name), from0(quiet, course), missing, late);
        expect(first).toBeUndefined();
      });
    },
  );
});

/** A minute in which the function itself logs that 1 % of its calls failed by our fault. */
const failing = { failed: 10, calls: 1_000, requests: 1_000, runs: 1 };
const lost = { lines: undefined, served: undefined };

describe.each(meaningsOfMissing)('within an hour, if %s', (missing) => {
  it.each([
    ['the access log is lost, and 1 % of requests fail', { ...failing, ...lost }, true],
    ['the access log is lost', { ...failing, ...lost, failed: undefined }, false],
    ['1 % of requests fail', { ...failing, lines: 1_000, served: 990 }, false],
  ])('%s: does somebody get a page?', (_, minute, isPaged) => {
    const [page] = pagesOf(template);
    const course = from0(quiet, () => minute);
    const isOn = (one: (typeof alarms)[number]) =>
      firstMinuteOn(one, course, missing, {}, 60) !== undefined;
    const parts = alarms.filter(({ id }) => JSON.stringify(page?.AlarmRule).includes(`"${id}"`));
    const on = parts.filter(isOn).map(({ id }) => id);
    expect(page && isOnBy(page.AlarmRule, on)).toBe(isPaged);
  });
});

it('each alarm that needs the probe has its rows above', slow, async () => {
  const without = alarmsOf((await synthesizedWith({ probe: false })).template);
  const others = new Set(without.map(({ name }) => name));
  const needing = alarms.flatMap(({ name }) => (others.has(name) ? [] : [name]));
  expect(new Set(rules.map(([name]) => name))).toEqual(new Set(needing));
});

it('these alarms are not off without data, and not before there can be some', () => {
  expect(minutesUntilNeeded(alarms)).toStrictEqual({ ProbeSilent: 20, AccessLogLost: 45 });
});

it.each([
  // The newest four minutes can be missing.
  ['ProbeSilent', 2, 4 + 2],
  // One failed run.
  ['ProbeCrashes', 2, 60],
  ['AccessLogLost', 4 + 2, 30],
])('%s is not on before %i minutes are bad, and looks at %i', (name, bad, minutes) => {
  expectPeriods(alarm(name), bad, minutes);
});

// AWS adds a value that is sent again to the first.
it('two failed runs of the probe roll a release back, however often their metric arrives', () => {
  const { DatapointsToAlarm, EvaluationPeriods, Metrics = [] } = alarm('ProbeRelease');
  expect([DatapointsToAlarm, EvaluationPeriods]).toEqual([2, 10]);
  expect(Metrics).toContainEqual(
    expect.objectContaining({
      MetricStat: expect.objectContaining({ Period: 60, Stat: 'Maximum' }),
    }),
  );
});

it('each release is rolled back by the alarms of the probe, too', () => {
  const groups = Object.values(resourcesOf('AWS::CodeDeploy::DeploymentGroup'));
  expect(groups).toHaveLength(liveNames.length);
  for (const { Properties } of groups) {
    const watched = JSON.stringify(Properties['AlarmConfiguration']);
    for (const name of ['ProbeRelease', 'ProbeFaultRelease'])
      expect(watched).toContain(`{"Ref":"${alarm(name).id}"}`);
  }
});
