import { formulaOf } from '../../infra/stack/monitoring/metric-expression.ts';
import type { Resource, Template } from '../../synthesized.ts';
import { type AlarmRule, readRule } from './alarm-rule.ts';

type Properties = Resource['Properties'];

/** How an alarm of the template is evaluated, and whom it calls. */
export type Alarm = MetricAlarm | CompositeAlarm;

interface Named {
  readonly name: string;
  readonly calls: 'page' | 'ticket' | undefined;
  /** Whether it also tells that it is over. */
  readonly tellsEnd: boolean;
}

export interface MetricAlarm extends Named {
  readonly metrics: readonly MetricStat[];
  readonly formula: (values: readonly (number | undefined)[]) => number | undefined;
  readonly isBreaching: (value: number) => boolean;
  readonly missingIsBreaching: boolean;
  /** In minutes. */
  readonly period: number;
  readonly needed: number;
  readonly of: number;
}

export interface CompositeAlarm extends Named {
  readonly rule: AlarmRule;
  readonly suppressor:
    | { readonly id: string; readonly wait: number; readonly extension: number }
    | undefined;
}

export interface MetricStat {
  readonly metric: string;
  readonly stat: string;
}

/** By logical id. */
export type Alarms = ReadonlyMap<string, Alarm>;

/** All alarms of a template. It refuses what it would not evaluate as AWS does. */
export function alarmsOf(template: Template): Alarms {
  const alarms = new Map<string, Alarm>();
  for (const [id, { Type, Properties }] of Object.entries(template.Resources)) {
    if (Type === 'AWS::CloudWatch::Alarm') alarms.set(id, metricAlarm(Properties, template));
    if (Type === 'AWS::CloudWatch::CompositeAlarm')
      alarms.set(id, compositeAlarm(Properties, template));
  }
  return alarms;
}

const named = ['AlarmName', 'AlarmDescription', 'AlarmActions', 'OKActions'];
const evaluated = ['EvaluationPeriods', 'DatapointsToAlarm', 'Threshold', 'ComparisonOperator'];
const ofMetricAlarm = [...named, ...evaluated, 'TreatMissingData', 'Metrics', 'EvaluationWindow'];
const suppression = ['ActionsSuppressorWaitPeriod', 'ActionsSuppressorExtensionPeriod'];
const ofCompositeAlarm = [...named, 'AlarmRule', 'ActionsSuppressor', ...suppression];

function metricAlarm(properties: Properties, template: Template): MetricAlarm {
  onlyKnown(Object.keys(properties), ofMetricAlarm);
  onlyKnown(Object.keys(Object(properties['EvaluationWindow'])), ['SlidingWindow']);
  const queries = (properties['Metrics'] as readonly MetricQuery[]).map(withoutSelect);
  const [{ Expression = queries[0]?.Id ?? '' } = {}, ...others] = queries.filter(
    (query) => query.Expression,
  );
  const stats = queries.flatMap(({ Id, MetricStat }) =>
    MetricStat ? [{ Id, ...MetricStat }] : [],
  );
  const periods = new Set(stats.map(({ Period }) => Period / 60));
  const [period = 0] = periods;
  if (others.length > 0 || periods.size !== 1) throw new Error(`Not one expression of one period`);
  const threshold = Number(properties['Threshold']);
  return {
    ...namedOf(properties, template),
    metrics: stats.map(metricStat),
    formula: formulaOf(
      Expression,
      stats.map(({ Id }) => Id),
    ),
    isBreaching: choose(properties['ComparisonOperator'], {
      GreaterThanThreshold: (value: number) => value > threshold,
      LessThanThreshold: (value: number) => value < threshold,
    }),
    missingIsBreaching: choose(properties['TreatMissingData'], {
      notBreaching: false,
      breaching: true,
    }),
    period,
    needed: Number(properties['DatapointsToAlarm']),
    of: Number(properties['EvaluationPeriods']),
  };
}

/** A query over all clients becomes one metric: the simulation does not tell them apart. */
function withoutSelect(query: MetricQuery): MetricQuery {
  const { Id, Expression = '', Period = 0 } = query;
  if (!Expression.startsWith('SELECT ')) return query;
  const [, MetricName = '', Namespace = ''] =
    /^SELECT SUM\((\w+)\) FROM SCHEMA\("(\w+)", client\) GROUP BY client ORDER BY SUM\(\) DESC$/.exec(
      Expression,
    ) ?? [];
  return { Id, MetricStat: { Period, Stat: 'Sum', Metric: { Namespace, MetricName } } };
}

function compositeAlarm(properties: Properties, template: Template): CompositeAlarm {
  onlyKnown(Object.keys(properties), ofCompositeAlarm);
  const suppressor = properties['ActionsSuppressor'] as Arn | undefined;
  const minutes = (name: string) => Number(properties[name]) / 60;
  return {
    ...namedOf(properties, template),
    rule: readRule(properties['AlarmRule']),
    suppressor: suppressor && {
      id: suppressor['Fn::GetAtt'][0],
      wait: minutes('ActionsSuppressorWaitPeriod'),
      extension: minutes('ActionsSuppressorExtensionPeriod'),
    },
  };
}

function namedOf(properties: Properties, { Resources }: Template): Named {
  const topics = (actions: unknown) =>
    ((actions ?? []) as { readonly Ref: string }[]).map(({ Ref }) => {
      if (Resources[Ref]?.Type !== 'AWS::SNS::Topic') throw new Error(`Not a topic: ${Ref}`);
      return Ref.includes('Ticket') ? ('ticket' as const) : ('page' as const);
    });
  const [calls, ...others] = topics(properties['AlarmActions']);
  if (others.length > 0) throw new Error('More than one topic');
  return {
    name: String(properties['AlarmName']).replace(/^PlantStore-/, ''),
    calls,
    tellsEnd: calls !== undefined && topics(properties['OKActions']).join() === calls,
  };
}

function metricStat({ Stat, Metric: { Namespace, MetricName, Dimensions = [] } }: QueryStat) {
  if (!/^(Sum|SampleCount|PR\(:\d+\))$/.test(Stat)) throw new Error(`Unknown statistic ${Stat}`);
  const fn = Dimensions.find(({ Name }) => Name === 'FunctionName')?.Value as Reference | undefined;
  return { metric: [Namespace, MetricName, fn?.Ref].filter(Boolean).join(' '), stat: Stat };
}

interface MetricQuery {
  readonly Id: string;
  readonly Expression?: string;
  readonly Period?: number;
  readonly MetricStat?: QueryStat;
}

interface QueryStat {
  readonly Period: number;
  readonly Stat: string;
  readonly Metric: {
    readonly Namespace: string;
    readonly MetricName: string;
    readonly Dimensions?: readonly { readonly Name: string; readonly Value: unknown }[];
  };
}

interface Reference {
  readonly Ref: string;
}

interface Arn {
  readonly 'Fn::GetAtt': readonly [string, 'Arn'];
}

function onlyKnown(names: readonly string[], known: readonly string[]): void {
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}`);
}

function choose<Value>(name: unknown, values: Readonly<Record<string, Value>>): Value {
  onlyKnown([String(name)], Object.keys(values));
  return values[String(name)] as Value;
}
