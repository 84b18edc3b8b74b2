import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { failures } from '../../../functions/http/failure.ts';
import { routes } from '../../../functions/service.ts';
import { readSettings } from '../../../infra/settings.ts';
import { anchorsOf } from '../../../tools/test/setup/anchors.ts';
import { customDomain, optionalSettings, synthesizedWith } from '../../setup/synthesized.ts';
import { type Course, firstMinuteOn } from './cloudwatch-model/alarm-over-time.ts';
import { meaningsOfMissing, type Values } from './cloudwatch-model/metric-math.ts';
import { published } from './cloudwatch-model/published-metrics.ts';
import {
  alarmIn,
  alarmsOf,
  expectBad,
  expectPeriods,
  from0,
  isPartOf,
  minutesUntilNeeded,
  pagesOf,
  type Rule,
} from './template-alarms.ts';

const { template } = await synthesizedWith(optionalSettings);
const alarms = alarmsOf(template);
const pages = pagesOf(template);

/** A metric is a sum, but for these. */
const statistics: Record<string, string> = {
  lines: 'SampleCount',
  requests: 'SampleCount',
  failedRuns: 'Maximum',
  days: 'Minimum',
};
const alarm = alarmIn(alarms);

function twoDecimals(number: number): string {
  return number.toFixed(2);
}

describe.each(alarms)('the alarm $name', ({ Metrics = [], AlarmDescription, ...alarm }) => {
  it('looks at metrics that somebody publishes', () => {
    for (const { Id, MetricStat } of Metrics) {
      if (MetricStat === undefined) continue;
      expect(MetricStat.Stat).toBe(statistics[Id] ?? 'Sum');
      const { Namespace, MetricName, Dimensions = [] } = MetricStat.Metric;
      // AWS writes the days of a certificate twice a day.
      const often = Namespace === 'AWS/CertificateManager' ? 86_400 : 60;
      expect(MetricStat.Period).toBeGreaterThanOrEqual(often);
      const names = Dimensions.map(({ Name }) => Name).toSorted();
      expect(published[`${Namespace} by ${names}`]).toContain(MetricName);
    }
  });

  it('looks back no longer than CloudWatch can: a day, or a week by periods of an hour', () => {
    const minutes = Number(/(?<="Period":)\d+/.exec(JSON.stringify(Metrics))) / 60;
    const longest = minutes < 60 ? 24 * 60 : 7 * 24 * 60;
    expect(minutes * alarm.EvaluationPeriods).toBeLessThanOrEqual(longest);
  });

  it('says no number in its mail that is not a number of its own', () => {
    const [sentence = ''] = AlarmDescription.split(' docs/RUNBOOK.md');
    const { DatapointsToAlarm, EvaluationPeriods, Threshold } = alarm;
    const inFormula = JSON.stringify(Metrics).match(/\b\d+(\.\d+)?\b/g) ?? [];
    const own = [DatapointsToAlarm, EvaluationPeriods, Threshold, ...inFormula.map(Number)];
    // A mail says a share in percent, and seconds also as minutes or days.
    const said = own.flatMap((one) => [one, one * 100, one / 60, one / 86_400]).map(twoDecimals);
    // Statuses, error codes, and when an answer is slow.
    const known = ['429', `${failures.unexpected.error}`, '2'];
    const numbers = sentence.replace(/\b\dxx\b/g, '').match(/\b\d+(\.\d+)?\b/g) ?? [];
    const foreign = numbers.filter((one) => !known.includes(one));
    expect(said).toEqual(expect.arrayContaining(foreign.map((one) => twoDecimals(Number(one)))));
    // A number in words would not be compared.
    expect(sentence).not.toMatch(/\b(two|three|half|hour|days? and)\b/);
  });

  it('links to an entry of the runbook', () => {
    const [, anchor] = /RUNBOOK\.md#([\w-]+)$/.exec(AlarmDescription) ?? [];
    const anchors = anchorsOf(readFileSync('docs/RUNBOOK.md', 'utf8'));
    expect(anchors, 'docs/RUNBOOK.md has no such heading').toContain(anchor);
    if (alarm.AlarmActions) expect(anchor).toBe(alarm.name.toLowerCase());
  });
});

const many = 10_000;
/** With little traffic, some failures mean nothing. */
const few = { failed: 2, served: 0, lines: 2 };
/** A period of many requests: such a share failed. */
function failing(share: number) {
  const failed = many * share;
  const served = many - failed;
  return { failed, served, lines: 1.03 * many, errors: failed, requests: many, calls: many };
}
/** A minute with such a share of the requests that the stage lets pass. */
function requestsOf(share: number) {
  return { requests: 60 * readSettings({}).throttleRate * share };
}
function crashes(crashed: number) {
  return { crashed, calls: 100 };
}
function slow(share: number) {
  return { slow: many * share, served: many, lines: many };
}
/** Half an hour in which no client is served, and the probe runs. */
function unknownTokens(unknown: number) {
  return { unknown, served: 0, lines: 30 };
}

// The alarms of a stage without a probe. Those that need the probe: probe-alarms.test.ts.
const withoutProbe = { stage: 'test', disposable: true, monitoring: true, ...customDomain };
const ownAlarms = alarmsOf((await synthesizedWith(withoutProbe)).template);
const names = ownAlarms.map(({ name }) => name);
const ofRequests = names.filter((name) => /Failing$/.test(name));
const ofReleases = routes.map(({ functionName }) => `${functionName}Release`);

// The first value of each pair is bad, the second is not.
const rules: readonly Rule[] = [
  ...ofRequests.flatMap((name): Rule[] => [
    [name, failing(0.07), failing(0.05)],
    [name, { failed: 3, served: 0, lines: 3 }, few],
  ]),
  ['FailingForHours', failing(0.04), failing(0.02)],
  ['FailingByGateway', failing(0.07), failing(0.05)],
  ['SlowAnswers', slow(0.07), slow(0.05)],
  ['UnexpectedFailure', { unexpected: 1 }, {}],
  ['BudgetBurn', { ...slow(0), ...failing(0.015) }, { ...slow(0), ...failing(0.005) }],
  ['BudgetBurn', { ...failing(0), ...slow(0.015) }, { ...failing(0), ...slow(0.005) }],
  ['CertificateExpires', { days: 29 }, { days: 30 }],
  // AWS stops counting the days when a certificate has expired.
  ['CertificateExpires', {}, { days: 30 }],
  ['NearThrottle', requestsOf(0.9), requestsOf(0.8)],
  ['Throttled', { throttled: 7, requests: 100 }, { throttled: 5, requests: 100 }],
  // A throttle of 0, if AWS does not count what it refuses.
  ['Throttled', { throttled: 15 }, { requests: 4 }],
  ['UnknownTokens', unknownTokens(1), { ...unknownTokens(1), served: 1 }],
  ['UnknownTokens', unknownTokens(many), { ...unknownTokens(many), served: 1 }],
  ['UnknownTokens', unknownTokens(many), { ...unknownTokens(many), served: many }],
  ...ofReleases.flatMap((name): Rule[] => [
    // Few are served if a client repeats a mistake.
    [name, failing(0.01), { ...failing(0.002), served: 0 }],
    // By chance, a minute can have a little more failures than the promise allows on average.
    [name, failing(0.008), failing(0.006)],
  ]),
  ['AuthorizeRelease', crashes(10), crashes(2)],
];

describe.each(meaningsOfMissing)('if %s', (missing) => {
  it.each(rules)('%s tells %o from %o', (name, bad, good) => {
    expectBad(true, alarm(name), bad, missing);
    expectBad(false, alarm(name), good, missing);
  });

  // The count of failures can come minutes before the count of all requests.
  it.each([
    ['Failing', { failed: 60 }],
    ['FailingForHours', { failed: 60 }],
    ['FailingByGateway', { errors: 60 }],
    ['CreatePlantRelease', { failed: 60 }],
    ['BudgetBurn', { failed: 60, slow: 60 }],
    ['AuthorizeRelease', { crashed: 60 }],
    ['Failing', {}],
    ['SlowAnswers', { slow: 60 }],
    ['SlowAnswers', {}],
    ['NearThrottle', {}],
    ['Throttled', {}],
    ['UnknownTokens', { unknown: 60 }],
    ['UnknownTokens', { served: 0, lines: 30 }],
  ])('%s is not on by late metrics: %o', (name, values) => {
    expectBad(false, alarm(name), values, missing);
  });
});

it('each alarm has its rows above', () => {
  const tested = rules.map(([name]) => name);
  const untested = names.filter((name) => !tested.includes(name));
  // Its formula is a query, which log-metrics.test.ts compares.
  expect(untested, 'a new alarm needs a row in rules').toEqual(['EndedToken']);
});

it('only this alarm is not off without data, and not before there can be some', () => {
  expect(minutesUntilNeeded(ownAlarms)).toStrictEqual({ CertificateExpires: 2880 });
});

/** A minute without a client, in which the probe calls. */
const quiet = { requests: 4, lines: 1 };
/** The probe alone, with a rate and a burst of 1: each second request gets 429. */
const throttledProbe = { throttled: 3, requests: 6 };
/** A client that sends a tenth more than the throttle lets pass. */
const batch = { throttled: 220, requests: 2200 };

const faults: readonly [fault: string, name: string, within: number, minute: Values][] = [
  ['a throttle of 1 without clients', 'Throttled', 20, throttledProbe],
  ['a throttle of 1 with clients', 'Throttled', 20, { throttled: 540, requests: 600 }],
];

const healthy: readonly [course: string, name: string, course: Course][] = [
  ['a batch of ten minutes', 'Throttled', (minute) => (minute < 10 ? batch : quiet)],
  ['bursts in half of the minutes', 'Throttled', (minute) => (minute % 10 < 5 ? batch : quiet)],
];

// AWS can have one metric four minutes later than another.
const lateness = [{}, { requests: 4, throttled: 4 }, { requests: 4 }, { throttled: 4 }];

describe.each(meaningsOfMissing)('over hours, if %s', (missing) => {
  describe.each(lateness)('and minutes late are %o', (late) => {
    it.each(faults)('%s turns %s on within %i minutes', (_, name, within, minute) => {
      const first = firstMinuteOn(
        alarm(name),
        from0(quiet, () => minute),
        missing,
        late,
      );
      expect(first).toBeLessThan(within);
    });

    it.each(healthy)('%s does not turn %s on', (_, name, course) => {
      expect(firstMinuteOn(alarm(name), from0(quiet, course), missing, late)).toBeUndefined();
    });
  });
});

it('a fault with pauses is one page, and a second outage two hours after the first is a second page', () => {
  const children = alarms.filter((one) => isPartOf(pages, one));
  expect(children.length).toBeGreaterThan(3);
  for (const { name, DatapointsToAlarm, EvaluationPeriods } of children) {
    expect(EvaluationPeriods, name).toBeGreaterThanOrEqual(60);
    // An outage of ten minutes does not turn the others on.
    if (DatapointsToAlarm > 10) continue;
    // It stays on until it does not look back at the last bad minute any more.
    const hours = name === 'SlowAnswers' ? 3 : 1.5;
    expect(EvaluationPeriods, name).toBeLessThanOrEqual(hours * 60);
  }
});

it.each([
  // 60 seconds of failure are in two minutes.
  ['Failing', 3, 60],
  ['FailingByGateway', 3, 60],
  // With fewer minutes, some shares of slow answers turn it on and off all day.
  ['SlowAnswers', 3, 170],
  // At 10 requests a second, 90 % of the minutes are bad if 4 % fail, and 5 % if 2 % fail. 20 % is between them.
  ['FailingForHours', 72, 360],
  // The newest four minutes can be missing.
  ['CreatePlantRelease', 3, 4 + 4],
  ['AuthorizeRelease', 3, 4 + 4],
  ['NearThrottle', 2, 4 + 3],
  // A client's batch of ten minutes.
  ['Throttled', 4 + 10, 20],
])('%s needs at least %i bad minutes, and looks at %i or more', (name, bad, minutes) => {
  expectPeriods(alarm(name), bad, minutes);
});

it('a steady failure of 4 % pages within six hours', () => {
  expect(alarm('FailingForHours').DatapointsToAlarm).toBeLessThan(0.8 * 6 * 60);
});
