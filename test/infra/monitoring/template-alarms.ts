import { expect } from 'vitest';
import { resourcesOf, type Template } from '../../setup/synthesized.ts';
import type { Course } from './cloudwatch-model/alarm-over-time.ts';
import { type AlarmRule, isOnBy } from './cloudwatch-model/alarm-rule.ts';
import { isBad, type Missing, type Values } from './cloudwatch-model/metric-math.ts';

interface Metric {
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions?: readonly { readonly Name: string; readonly Value: unknown }[];
}
interface Query {
  readonly Id: string;
  readonly Expression?: string;
  readonly Period?: number;
  readonly MetricStat?: { readonly Period: number; readonly Stat: string; readonly Metric: Metric };
}
interface Properties {
  readonly AlarmName: string;
  readonly AlarmDescription: string;
  readonly Metrics?: readonly Query[];
  readonly Threshold: number;
  readonly ComparisonOperator: string;
  readonly TreatMissingData: string;
  readonly DatapointsToAlarm: number;
  readonly EvaluationPeriods: number;
  readonly ActionsEnabled?: boolean;
  readonly AlarmActions?: readonly unknown[];
  readonly OKActions?: readonly unknown[];
  readonly WarmUpConfiguration?: { readonly WarmUpPeriodDurationInMinutes: number };
}

/** The alarms of a template, by names without that of the stack. */
export function alarmsOf(template: Template) {
  return Object.entries(resourcesOf('AWS::CloudWatch::Alarm', template)).map(([id, resource]) => {
    const properties = resource.Properties as unknown as Properties;
    return { id, name: properties.AlarmName.replace(/^PlantStore-(test-)?/, ''), ...properties };
  });
}

/** The alarms of a template that are computed of the state of others. */
export function pagesOf(template: Template) {
  return Object.values(resourcesOf('AWS::CloudWatch::CompositeAlarm', template)).map(
    (resource) => resource.Properties as unknown as Properties & { readonly AlarmRule: AlarmRule },
  );
}

/** Whether this alarm alone turns one of these pages on. */
export function isPartOf(
  pages: ReturnType<typeof pagesOf>,
  { id }: { readonly id: string },
): boolean {
  return pages.some(({ AlarmRule }) => isOnBy(AlarmRule, [id]));
}

type Alarms = ReturnType<typeof alarmsOf>;

/** Finds one of these alarms by its name. */
export function alarmIn(alarms: Alarms) {
  return (name: string) => {
    const found = alarms.find((one) => one.name === name);
    if (found === undefined) throw new Error(`There is no alarm ${name}`);
    return found;
  };
}

/** A name of an alarm, a period that is bad for it, and one that is not. */
export type Rule = readonly [name: string, bad: Values, good: Values];

/** Judges a period with these values by an alarm's formula. A metric that is not given has no value. */
export function expectBad(
  isRight: boolean,
  alarm: Alarms[number],
  values: Values,
  missing: Missing,
): void {
  expect(alarm.ComparisonOperator).toBe('GreaterThanThreshold');
  const message = `${alarm.name}: ${JSON.stringify(values)}`;
  expect(isBad(alarm, values, missing), message).toBe(isRight);
}

/** So many periods must be bad, of at least so many that are looked at. */
export function expectPeriods(alarm: Alarms[number], bad: number, all: number): void {
  const { DatapointsToAlarm, EvaluationPeriods } = alarm;
  expect(DatapointsToAlarm).toBeGreaterThanOrEqual(bad);
  expect(EvaluationPeriods).toBeGreaterThanOrEqual(all);
}

/** Those that are on without data, each with the minutes after which it can be on. */
export function minutesUntilNeeded(alarms: Alarms) {
  const missing = alarms.filter(({ TreatMissingData }) => TreatMissingData !== 'notBreaching');
  const minutes = missing.map(({ name, WarmUpConfiguration }) => [
    name,
    WarmUpConfiguration?.WarmUpPeriodDurationInMinutes,
  ]);
  return Object.fromEntries(minutes);
}

/** These values until minute 0. */
export function from0(quiet: Values, course: Course): Course {
  return (minute) => (minute < 0 ? quiet : course(minute));
}
