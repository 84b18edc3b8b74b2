import {
  type Formula,
  formulaOf,
  type Missing,
  meaningsOfMissing,
} from '../../infra/monitoring/metric-expression.ts';
import type { Resource, Template } from '../../synthesized.ts';

type Properties = Resource['Properties'];

/** How an alarm of the template is evaluated, and whom it calls. */
export type Alarm = MetricAlarm | CompositeAlarm;

interface Named {
  readonly name: string;
  readonly calls: 'page' | 'ticket' | undefined;
  /** Whether it also reports when it is over. */
  readonly reportsEnd: boolean;
}

export interface MetricAlarm extends Named {
  readonly metrics: readonly { readonly metric: string; readonly stat: string }[];
  readonly formulas: Readonly<Record<Missing, Formula>>;
  readonly isBreaching: (value: number) => boolean;
  readonly missingIsBreaching: boolean;
  /** It is not evaluated in so many minutes after it was created. */
  readonly warmUp: number;
  /** In minutes. */
  readonly period: number;
  readonly needed: number;
  readonly of: number;
}

export interface CompositeAlarm extends Named {
  readonly rule: (isOn: (id: string) => boolean) => boolean;
  readonly suppressor?: { readonly id: string; readonly wait: number; readonly extension: number };
}

/** By logical id. */
export type Alarms = ReadonlyMap<string, Alarm>;

/** All alarms of a template. It refuses an alarm that it would not evaluate as AWS does. */
export function alarmsOf(template: Template): Alarms {
  const alarms = new Map<string, Alarm>();
  for (const [id, { Type, Properties }] of Object.entries(template.Resources)) {
    if (Type === 'AWS::CloudWatch::Alarm') alarms.set(id, metricAlarm(Properties, template));
    if (Type === 'AWS::CloudWatch::CompositeAlarm')
      alarms.set(id, compositeAlarm(Properties, template));
  }
  return alarms;
}

const common = 'AlarmName AlarmDescription AlarmActions OKActions Tags';
const compared =
  'EvaluationPeriods DatapointsToAlarm Threshold ComparisonOperator TreatMissingData EvaluationWindow WarmUpConfiguration';
const suppression =
  'ActionsSuppressor ActionsSuppressorWaitPeriod ActionsSuppressorExtensionPeriod';

function metricAlarm(properties: Properties, template: Template): MetricAlarm {
  onlyKnown(Object.keys(properties), `${common} ${compared} Metrics`);
  onlyKnown(Object.keys(Object(properties['EvaluationWindow'])), 'SlidingWindow');
  const queries = (properties['Metrics'] as readonly Query[]).map(withoutSelect);
  const [Expression = String(queries[0]?.Id), ...others] = queries.flatMap(
    ({ Expression }) => Expression ?? [],
  );
  const stats = queries.flatMap(({ Id, MetricStat }) =>
    MetricStat ? [{ Id, ...MetricStat }] : [],
  );
  const [period = 0, ...periods] = new Set(stats.map(({ Period }) => Period / 60));
  if (others.length + periods.length > 0) throw new Error('Not one expression of one period');
  const threshold = Number(properties['Threshold']);
  const names = stats.map(({ Id }) => Id);
  return {
    ...namedOf(properties, template),
    metrics: stats.map(metricStat),
    formulas: Object.fromEntries(
      meaningsOfMissing.map((missing) => [missing, formulaOf(Expression, names, missing)]),
    ) as Record<Missing, Formula>,
    isBreaching: choose(properties['ComparisonOperator'], {
      GreaterThanThreshold: (value: number) => value > threshold,
      LessThanThreshold: (value: number) => value < threshold,
    }),
    missingIsBreaching: choose(properties['TreatMissingData'], {
      notBreaching: false,
      breaching: true,
    }),
    warmUp: warmUpOf(properties['WarmUpConfiguration']),
    period,
    needed: Number(properties['DatapointsToAlarm']),
    of: Number(properties['EvaluationPeriods']),
  };
}

interface WarmUp {
  readonly WarmUpPeriodDurationInMinutes: number;
  readonly OnlyStartEvaluatingAfterWarmUpPeriodEnds?: boolean;
}

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarm-warm-up.html */
function warmUpOf(configuration: unknown): number {
  if (configuration === undefined) return 0;
  const { WarmUpPeriodDurationInMinutes: minutes, ...others } = configuration as WarmUp;
  if (!others.OnlyStartEvaluatingAfterWarmUpPeriodEnds)
    throw new Error('A warm-up that data can end');
  return minutes;
}

interface Query {
  readonly Id: string;
  readonly Expression?: string;
  readonly Period?: number;
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

const ofAllClients =
  /^SELECT SUM\((\w+)\) FROM SCHEMA\("(\w+)", client\) GROUP BY client ORDER BY SUM\(\) DESC$/;

/** A query over all clients becomes a sum: all clients are one here. */
function withoutSelect(query: Query): Query {
  const { Id, Expression = '', Period = 0 } = query;
  if (!Expression.startsWith('SELECT ')) return query;
  const [, MetricName = '', Namespace = ''] = ofAllClients.exec(Expression) ?? [];
  return { Id, MetricStat: { Period, Stat: 'Sum', Metric: { Namespace, MetricName } } };
}

function metricStat({ Stat, Metric }: NonNullable<Query['MetricStat']>) {
  if (!/^(Sum|SampleCount|Minimum|PR\(:2000\))$/.test(Stat))
    throw new Error(`Unknown statistic ${Stat}`);
  const { Namespace, MetricName, Dimensions = [] } = Metric;
  const fn = Dimensions.find(({ Name }) => Name === 'FunctionName')?.Value;
  return { metric: [Namespace, MetricName, Object(fn).Ref].filter(Boolean).join(' '), stat: Stat };
}

function compositeAlarm(properties: Properties, template: Template): CompositeAlarm {
  onlyKnown(Object.keys(properties), `${common} AlarmRule ${suppression}`);
  const suppressor = properties['ActionsSuppressor'] as Arn | undefined;
  const minutes = (name: string) => Number(properties[name]) / 60;
  return {
    ...namedOf(properties, template),
    rule: ruleOf(properties['AlarmRule'] as Join),
    ...(suppressor && {
      suppressor: {
        id: suppressor['Fn::GetAtt'][0],
        wait: minutes('ActionsSuppressorWaitPeriod'),
        extension: minutes('ActionsSuppressorExtensionPeriod'),
      },
    }),
  };
}

interface Arn {
  readonly 'Fn::GetAtt': readonly [string, 'Arn'];
}

interface Join {
  readonly 'Fn::Join': readonly ['', readonly (string | Arn)[]];
}

/** Reads the part of the grammar that is used here: https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutCompositeAlarm.html */
function ruleOf({ 'Fn::Join': [, parts] }: Join): CompositeAlarm['rule'] {
  const text = parts.map((part) => (typeof part === 'string' ? part : part['Fn::GetAtt'][0]));
  const javascript = text
    .join('')
    .replaceAll(/ALARM\(("\w+")\)/g, 'on($1)')
    .replaceAll(' AND ', ' && ')
    .replaceAll(' OR ', ' || ')
    .replaceAll(/\bNOT /g, '!');
  const leftOver = javascript.replaceAll(/on\("\w+"\)|&&|\|\||[!() ]/g, '');
  if (leftOver !== '') throw new Error(`Unknown in a rule: ${leftOver}`);
  return new Function('on', `return ${javascript};`) as CompositeAlarm['rule'];
}

function namedOf(properties: Properties, { Resources }: Template): Named {
  const topics = (actions: unknown) =>
    ((actions ?? []) as readonly { readonly Ref: string }[]).map(({ Ref }) => {
      if (Resources[Ref]?.Type !== 'AWS::SNS::Topic') throw new Error(`Not a topic: ${Ref}`);
      return Ref.includes('Ticket') ? ('ticket' as const) : ('page' as const);
    });
  const [calls, ...others] = topics(properties['AlarmActions']);
  if (others.length > 0) throw new Error('More than one topic');
  const name = String(properties['AlarmName']).replace(/^PlantStore-/, '');
  return { name, calls, reportsEnd: topics(properties['OKActions']).join() === calls };
}

function onlyKnown(names: readonly string[], known: string): void {
  const unknown = names.filter((name) => !known.split(' ').includes(name));
  if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}`);
}

function choose<Value>(name: unknown, values: Readonly<Record<string, Value>>): Value {
  onlyKnown([String(name)], Object.keys(values).join(' '));
  return values[String(name)] as Value;
}
