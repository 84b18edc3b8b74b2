import { formulaOf } from '../../infra/stack/monitoring/metric-expression.ts';
import type { Resource, Template } from '../../synthesized.ts';
import type { Timeline } from './timeline.ts';

/**
 * Where AWS's words leave it open how an alarm is evaluated, both readings have to do.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarm-evaluation.html
 */
export interface Reading {
  /** How late a minute's data comes; nobody promises when. Until then FILL puts zeros in its place. */
  readonly minutesLate: 1 | 2;
  /** Whether FILL gives a metric values that has none at all where the alarm looks. */
  readonly fillsEmpty: boolean;
}

export const readings: readonly Reading[] = ([1, 2] as const).flatMap((minutesLate) =>
  [true, false].map((fillsEmpty) => ({ minutesLate, fillsEmpty })),
);

/** Whether an alarm is on, as it is evaluated at the end of a minute. */
export type IsOn = (data: Timeline, minute: number, reading: Reading) => boolean;

export type Alarms = ReadonlyMap<string, IsOn>;

export function alarmNamed(alarms: Alarms, name: string): IsOn {
  const alarm = alarms.get(name);
  if (alarm === undefined) throw new Error(`There is no alarm ${name}`);
  return alarm;
}

/** Every alarm of a template, composite ones too, by its name without the stack's. */
export function alarmsOf(template: Template): Alarms {
  const ofType = (type: string) =>
    Object.entries(template.Resources).filter(([, { Type }]) => Type === type);
  const metric = ofType('AWS::CloudWatch::Alarm');
  const composite = ofType('AWS::CloudWatch::CompositeAlarm');
  const byId = new Map(metric.map(([id, { Properties }]) => [id, metricAlarm(Properties)]));
  return new Map<string, IsOn>([
    ...metric.map(([id, { Properties }]) => [nameOf(Properties), alarmNamed(byId, id)] as const),
    ...composite.map(
      ([, { Properties }]) => [nameOf(Properties), compositeAlarm(Properties, byId)] as const,
    ),
  ]);
}

function nameOf(properties: Resource['Properties']): string {
  return String(properties['AlarmName']).replace(/^PlantStore-/, '');
}

interface MetricQuery {
  readonly Id: string;
  readonly Expression?: string;
  readonly MetricStat?: {
    readonly Period: number;
    readonly Stat: string;
    readonly Metric: {
      readonly Namespace: string;
      readonly MetricName: string;
      readonly Dimensions?: readonly { readonly Name: string; readonly Value: unknown }[];
    };
  };
}

function metricAlarm(properties: Resource['Properties']): IsOn {
  const queries = properties['Metrics'] as readonly MetricQuery[];
  const { Expression = '' } = queries.find(({ Expression }) => Expression !== undefined) ?? {};
  const metrics = queries.flatMap(({ Id, MetricStat }) =>
    MetricStat ? [{ Id, ...MetricStat }] : [],
  );
  const formula = formulaOf(
    Expression,
    metrics.map(({ Id }) => Id),
  );
  const period = Number(metrics[0]?.Period) / 60;
  const periods = Number(properties['EvaluationPeriods']);
  const needed = Number(properties['DatapointsToAlarm']);
  const threshold = Number(properties['Threshold']);
  const readers = metrics.map(readerOf);

  return (data, end, { minutesLate, fillsEmpty }) => {
    const known = end - minutesLate;
    const begin = end - periods * period;
    if (!fillsEmpty && readers.some(({ samples }) => samples(data, begin, known) === 0))
      return false;
    let breaching = 0;
    for (let from = begin; from < end; from += period) {
      const to = Math.min(from + period, known);
      const values = readers.map(({ value }) => value(data, from, to));
      // Without a value it is treated as TreatMissingData says: as not breaching, which alarms.test.ts holds.
      if ((formula(values) ?? Number.NEGATIVE_INFINITY) > threshold) breaching += 1;
    }
    return breaching >= needed;
  };
}

/** A statistic of a metric over some minutes; without a sample, none. */
function readerOf({ Stat, Metric }: NonNullable<MetricQuery['MetricStat']>) {
  const { Namespace, MetricName, Dimensions = [] } = Metric;
  const resource = Dimensions.find(({ Name }) => Name === 'FunctionName')?.Value as { Ref: string };
  const name = [Namespace, MetricName, resource?.Ref].filter(Boolean).join(' ');
  // Both are asked for thousands of times a second.
  const [all, chosen] = [`${name} samples`, `${name} ${Stat}`];
  const samples = (data: Timeline, from: number, to: number) => data.total(all, from, to);
  const value = (data: Timeline, from: number, to: number) => {
    const sampled = samples(data, from, to);
    if (sampled === 0) return undefined;
    if (Stat === 'SampleCount') return sampled;
    if (Stat === 'Sum') return data.total(name, from, to);
    // A percentile rank, as `PR(:2000)`: of a hundred samples, how many are within the bounds.
    return (100 * data.total(chosen, from, to)) / sampled;
  };
  return { samples, value };
}

/** Of the rule's grammar, what stands in the template: alarms joined by OR. */
function compositeAlarm(properties: Resource['Properties'], alarms: Alarms): IsOn {
  const [, parts] = (properties['AlarmRule'] as { 'Fn::Join': [string, unknown[]] })['Fn::Join'];
  const arns = parts.filter((part) => typeof part === 'object') as { 'Fn::GetAtt': [string] }[];
  const rule = parts.map((part) => (typeof part === 'string' ? part : '_')).join('');
  if (!/^\(ALARM\("_"\)( OR ALARM\("_"\))*\)$/.test(rule)) throw new Error(`Unknown rule: ${rule}`);
  const children = arns.map(({ 'Fn::GetAtt': [id] }) => alarmNamed(alarms, id));
  return (...asked) => children.some((isOn) => isOn(...asked));
}
