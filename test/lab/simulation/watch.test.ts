import { describe, expect, it } from 'vitest';
import type { Template } from '../../synthesized.ts';
import { type Alarm, alarmsOf } from './alarms.ts';
import { lateBy, serviceOf, simulate } from './simulate.ts';

interface Shape {
  readonly periods?: readonly [needed: number, of: number];
  readonly period?: number;
  readonly stat?: string;
  readonly expression?: string;
  readonly others?: object;
}

/** An alarm on more than two crashes of CreatePlant a minute. */
function alarm({ periods = [1, 3], period = 60, stat = 'Sum', expression, others }: Shape) {
  const Dimensions = [{ Name: 'FunctionName', Value: { Ref: 'CreatePlant' } }];
  const Metric = { Namespace: 'AWS/Lambda', MetricName: 'Errors', Dimensions };
  const Properties = {
    AlarmName: 'PlantStore-Crashes',
    EvaluationPeriods: periods[1],
    DatapointsToAlarm: periods[0],
    Threshold: 2,
    ComparisonOperator: 'GreaterThanThreshold',
    TreatMissingData: 'notBreaching',
    AlarmActions: [{ Ref: 'Pages' }],
    Metrics: [
      { Id: 'result', Expression: expression ?? 'FILL(errors, 0)' },
      { Id: 'errors', MetricStat: { Period: period, Stat: stat, Metric } },
    ],
    ...others,
  };
  return { Type: 'AWS::CloudWatch::Alarm', Properties };
}

function templateOf(resources: Template['Resources']): Template {
  const Pages = { Type: 'AWS::SNS::Topic', Properties: {} };
  return { Resources: { Pages, ...resources }, Outputs: {} };
}

/** How often somebody is called, and the state after each minute: 1 is on. A minute without a call has no sample. */
function run(template: Template, crashes: readonly (number | undefined)[], late = 1) {
  const service = serviceOf(template);
  const at = (minute: number) => {
    const crashed = crashes[minute];
    const exactly = crashed === undefined ? {} : { crashed, error1003: 1 };
    return { perSecond: 0, shares: {}, exactly, probeFails: undefined };
  };
  const calls: string[] = [];
  const states: string[] = [];
  const all = [...service.alarms.values()];
  const isWatched = (one: Alarm) => all.includes(one);
  const minutes = { seed: 1, minutes: crashes.length, readings: [lateBy(late)], isWatched, at };
  simulate(service, minutes, (end, [look]) => {
    for (const call of look?.calls ?? []) calls.push(`${call.alarm} ${end}`);
    states.push(all.map(({ name }) => Number(look?.isOn(name))).join(''));
  });
  return { states: states.join(' '), calls };
}

function stateOf(shape: Shape, crashes: readonly (number | undefined)[], late?: number): string {
  return run(templateOf({ A: alarm(shape) }), crashes, late).states;
}

describe('an alarm is on', () => {
  it('if M of the last N minutes are above its threshold, as soon as their data is there', () => {
    expect(stateOf({ periods: [2, 3] }, [3, 3, 0, 0, 0, 0])).toBe('0 0 1 0 0 0');
    expect(stateOf({ periods: [1, 3] }, [2, 2, 2])).toBe('0 0 0');
    expect(stateOf({ periods: [1, 3] }, [3, 0, 0, 0], 2)).toBe('0 0 1 0');
  });

  it('by the sum of a period that slides, minute by minute', () => {
    expect(stateOf({ periods: [1, 1], period: 180 }, [1, 2, 0, 0, 0])).toBe('0 0 1 0 0');
  });

  it('by older minutes if the latest have no value and are not filled', () => {
    const shape = { periods: [1, 1] as const, expression: 'errors' };
    expect(stateOf(shape, [3, undefined, undefined, undefined])).toBe('0 1 1 0');
    expect(stateOf({ periods: [1, 1] }, [3, 0, 0, 0])).toBe('0 0 0 0');
  });

  it('without data only if that counts as bad', () => {
    const others = { TreatMissingData: 'breaching' };
    const shape = { periods: [2, 2] as const, expression: 'errors', others };
    expect(stateOf(shape, [0, 0, ...Array(6).fill(undefined)])).toBe('1 0 0 0 0 1 1 1');
  });

  it('below its threshold if it compares so', () => {
    const others = { ComparisonOperator: 'LessThanThreshold' };
    expect(stateOf({ others, stat: 'SampleCount' }, [3, 3])).toBe('1 1');
  });

  it('by one metric without an expression', () => {
    const others = {
      Metrics: undefined,
      ...{ Namespace: 'AWS/Lambda', MetricName: 'Errors', Period: 60, Statistic: 'Sum' },
      Dimensions: [{ Name: 'FunctionName', Value: { Ref: 'CreatePlant' } }],
    };
    expect(stateOf({ periods: [1, 1], others }, [3, 0, 0])).toBe('0 1 0');
  });
});

describe('a composite alarm', () => {
  const arn = { 'Fn::GetAtt': ['A', 'Arn'] };
  const composite = (rule: readonly unknown[], others: object = {}) => ({
    Type: 'AWS::CloudWatch::CompositeAlarm',
    Properties: {
      AlarmName: 'PlantStore-Joined',
      AlarmRule: { 'Fn::Join': ['', rule] },
      AlarmActions: [{ Ref: 'Pages' }],
      ...others,
    },
  });

  it('joins the states of others', () => {
    const rules = [
      ['(ALARM("', arn, '"))'],
      ['NOT ALARM("', arn, '") AND (ALARM("', arn, '") OR ALARM("', arn, '"))'],
    ];
    const [joined, impossible] = rules.map(
      (rule) => run(templateOf({ A: alarm({}), B: composite(rule) }), [3, 0]).states,
    );
    expect([joined, impossible]).toEqual(['00 11', '00 10']);
    const unknown = templateOf({ A: alarm({}), B: composite(['OK("', arn, '")']) });
    expect(() => alarmsOf(unknown)).toThrow('Unknown in a rule: OK');
  });

  it('calls after a wait, and not while its suppressor is on', () => {
    const waiting = (suppressor: string) =>
      composite(['ALARM("', arn, '")'], {
        ActionsSuppressor: { 'Fn::GetAtt': [suppressor, 'Arn'] },
        ActionsSuppressorWaitPeriod: 120,
        ActionsSuppressorExtensionPeriod: 60,
      });
    // Nobody is called in the first minutes.
    const quiet = Array<number>(10).fill(0);
    const A = alarm({ periods: [1, 9] });
    const silent = alarm({ others: { Threshold: 99, AlarmActions: [] } });
    const brief = alarm({ periods: [1, 2], others: { AlarmActions: [] } });
    for (const C of [silent, brief]) {
      const { calls } = run(templateOf({ A, C, B: waiting('C') }), [...quiet, 3, 0, 0, 0, 0, 0]);
      expect(calls).toEqual(['Crashes 12', 'Joined 14']);
    }
    const always = run(templateOf({ A, B: waiting('A') }), [...quiet, 3, 3, 0, 0, 0, 0]);
    expect(always.calls).toEqual(['Crashes 12']);
  });
});

it.each([
  [{ ComparisonOperator: 'GreaterThanUpperThreshold' }, 'GreaterThanUpperThreshold'],
  [{ TreatMissingData: 'ignore' }, 'ignore'],
  [{ EvaluationWindow: { WallClockWindow: {} } }, 'WallClockWindow'],
  [{ ActionsEnabled: false }, 'ActionsEnabled'],
  [{ AlarmActions: [{ Ref: 'CreatePlant' }] }, 'Not a topic'],
])('refuses what it would not evaluate: %j', (others, sentence) => {
  expect(() => alarmsOf(templateOf({ A: alarm({ others }) }))).toThrow(sentence);
});

it('refuses a statistic and a metric that it does not know', () => {
  expect(() => alarmsOf(templateOf({ A: alarm({ stat: 'Average' }) }))).toThrow('Average');
  const others = {
    Metrics: undefined,
    ...{ Namespace: 'X', MetricName: 'Y', Period: 60, Statistic: 'Sum' },
  };
  expect(() => run(templateOf({ A: alarm({ others }) }), [0])).toThrow('Unknown metric X Y');
});
