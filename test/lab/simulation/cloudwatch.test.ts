import { describe, expect, it } from 'vitest';
import { alarmNamed, alarmsOf, type Reading } from './cloudwatch.ts';
import { timeline } from './timeline.ts';

interface Shape {
  readonly of: number;
  readonly needed: number;
  readonly period?: number;
  readonly stat?: string;
  readonly expression?: string;
}

/** An alarm on more than 2 errors of a function. */
function alarm({ of, needed, period = 60, stat = 'Sum', expression = 'FILL(errors, 0)' }: Shape) {
  return {
    Type: 'AWS::CloudWatch::Alarm',
    Properties: {
      AlarmName: 'PlantStore-Errors',
      EvaluationPeriods: of,
      DatapointsToAlarm: needed,
      Threshold: 2,
      Metrics: [
        { Id: 'expr_1', Expression: expression },
        {
          Id: 'errors',
          MetricStat: {
            Period: period,
            Stat: stat,
            Metric: {
              Namespace: 'AWS/Lambda',
              MetricName: 'Errors',
              Dimensions: [{ Name: 'FunctionName', Value: { Ref: 'Fn' } }],
            },
          },
        },
      ],
    },
  };
}

const name = 'AWS/Lambda Errors Fn';

/** Whether it is on after each minute, where so many errors were counted; undefined where nothing was. */
function states(
  shape: Shape,
  errors: readonly (number | undefined)[],
  reading: Partial<Reading> = {},
) {
  const isOn = alarmNamed(alarmsOf({ Resources: { A: alarm(shape) }, Outputs: {} }), 'Errors');
  const data = timeline();
  return errors.map((count) => {
    data.add(
      count === undefined ? {} : { [name]: count, [`${name} samples`]: 10, [`${name} PR(:5)`]: 4 },
    );
    const known = { minutesLate: 1, fillsEmpty: true, ...reading } as const;
    return isOn(data, data.length(), known);
  });
}

describe('an alarm is on', () => {
  it('when M of the last N periods are above its threshold, as soon as their data is there', () => {
    const shape = { of: 3, needed: 2 };
    expect(states(shape, [3, 3, 0, 0, 0, 0])).toEqual([false, false, true, false, false, false]);
    expect(states(shape, [3, 0, 3, 0, 0])).toEqual([false, false, false, false, false]);
    expect(states({ of: 4, needed: 2 }, [3, 0, 3, 0, 0])).toEqual([
      false,
      false,
      false,
      true,
      false,
    ]);
  });

  it('not for what is just at its threshold', () => {
    expect(states({ of: 3, needed: 1 }, [2, 2, 2])).toEqual([false, false, false]);
  });

  it('a minute later where data comes later; if N leaves it no time, never', () => {
    expect(states({ of: 3, needed: 1 }, [3, 0, 0], { minutesLate: 2 })).toEqual([
      false,
      false,
      true,
    ]);
    expect(states({ of: 1, needed: 1 }, [3, 0, 0])).toEqual([false, false, false]);
  });

  it('by the sum of a period that slides, minute by minute', () => {
    const shape = { of: 1, needed: 1, period: 180 };
    expect(states(shape, [1, 2, 0, 0, 0])).toEqual([false, false, true, false, false]);
  });

  it('where FILL gives a value to what has none, by one reading', () => {
    const shape = { of: 2, needed: 1, expression: 'FILL(errors, 3)' };
    expect(states(shape, [undefined], { fillsEmpty: true })).toEqual([true]);
    expect(states(shape, [undefined], { fillsEmpty: false })).toEqual([false]);
  });

  it('never for an expression without a value', () => {
    expect(states({ of: 2, needed: 1, expression: '3 / errors' }, [undefined, 0, 0])).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('by samples, and by their share within bounds', () => {
    expect(states({ of: 2, needed: 1, stat: 'SampleCount' }, [0, 0])).toEqual([false, true]);
    const within = (percent: number) => `(FILL(errors, 0) == ${percent}) * 3`;
    const shape = { of: 2, needed: 1, stat: 'PR(:5)' };
    expect(states({ ...shape, expression: within(40) }, [0, 0])).toEqual([false, true]);
    expect(states({ ...shape, expression: within(41) }, [0, 0])).toEqual([false, false]);
  });
});

describe('a composite alarm', () => {
  const composite = (rule: readonly unknown[]) => ({
    Type: 'AWS::CloudWatch::CompositeAlarm',
    Properties: { AlarmName: 'PlantStore-Either', AlarmRule: { 'Fn::Join': ['', rule] } },
  });
  const a = { 'Fn::GetAtt': ['A', 'Arn'] };
  const of = (rule: readonly unknown[]) =>
    alarmsOf({
      Resources: { A: alarm({ of: 2, needed: 1 }), Either: composite(rule) },
      Outputs: {},
    });

  it('is on with one of its alarms', () => {
    const either = alarmNamed(of(['(ALARM("', a, '") OR ALARM("', a, '"))']), 'Either');
    const data = timeline();
    data.add({ [name]: 3, [`${name} samples`]: 3 });
    data.add({});
    expect(either(data, 2, { minutesLate: 1, fillsEmpty: true })).toBe(true);
    expect(either(data, 0, { minutesLate: 1, fillsEmpty: true })).toBe(false);
  });

  it('has to be one that is understood', () => {
    expect(() => of(['(ALARM("', a, '") AND ALARM("', a, '"))'])).toThrow('Unknown rule');
  });
});
