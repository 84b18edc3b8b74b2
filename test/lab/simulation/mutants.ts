import type { Resource, Template } from '../../synthesized.ts';
import type { Query } from './alarms.ts';

type Properties = Resource['Properties'];
type Change = readonly [says: string, changed: Properties];

/** A template with one change in the definition of an alarm, or of a metric that an alarm reads. */
export interface Mutant {
  readonly alarm: string;
  readonly says: string;
  readonly template: Template;
}

/** Each number, choice and part by which an alarm is defined, changed by itself. */
export function mutantsOf(template: Template): Mutant[] {
  const topics = Object.keys(template.Resources).filter(
    (id) => template.Resources[id]?.Type === 'AWS::SNS::Topic',
  );
  return Object.entries(template.Resources).flatMap(([id, resource]) => {
    const { Properties } = resource;
    return changesOf(resource, topics).map(([says, changed]) => {
      const mutated = { ...resource, Properties: { ...Properties, ...changed } };
      return {
        says: `${Properties['AlarmName'] ?? id}: ${says}`,
        alarm: nameOf(Properties),
        template: { ...template, Resources: { ...template.Resources, [id]: mutated } },
      };
    });
  });
}

function changesOf({ Type, Properties }: Resource, topics: readonly string[]): Change[] {
  if (Type === 'AWS::CloudWatch::Alarm') {
    return [
      ...numberChanges(Properties),
      ...choiceChanges(Properties),
      ...warmUpChanges(Properties),
      ...actionChanges(Properties, topics),
      ...metricChanges(Properties),
    ].filter(([says]) => !equivalent.includes(`${nameOf(Properties)}: ${says}`));
  }
  if (Type === 'AWS::CloudWatch::CompositeAlarm') {
    const rule = JSON.stringify(Properties['AlarmRule']);
    return [
      ...numberChanges(Properties),
      ...actionChanges(Properties, topics),
      ...textChanges(rule).map((text): Change => [text, { AlarmRule: JSON.parse(text) }]),
    ];
  }
  if (Type !== 'AWS::Logs::MetricFilter' || isOfDashboard.test(JSON.stringify(Properties)))
    return [];
  const pattern = String(Properties['FilterPattern']);
  return textChanges(pattern).map((text) => [text, { FilterPattern: text }]);
}

/** No alarm reads them. */
const isOfDashboard = /"MetricName":"(ClientFailures|TokenStoreFaults|Throttled)"/;

function nameOf({ AlarmName = '' }: Properties): string {
  return String(AlarmName).replace('PlantStore-', '');
}

/** These change nothing. */
const equivalent = [
  // A count is at least one, and no run is counted in part.
  'EndedToken: Threshold -1',
  'ProbeSilent: 0.5 - FILL(runs, 0)',
  // Here, FILL always has a value.
  'ProbeSilent: TreatMissingData notBreaching',
  // It is only compared with zero.
  'FailingAtLowTraffic: (failed > 0.5 * (failed + served) && (failed + served) < 10) * lines * lines',
];

/** One more and one less, as far as that makes an alarm. */
function numberChanges(properties: Properties): Change[] {
  const steps = {
    ...{ Threshold: 1, DatapointsToAlarm: 1, EvaluationPeriods: 1 },
    ...{ ActionsSuppressorWaitPeriod: 60, ActionsSuppressorExtensionPeriod: 60 },
  };
  return Object.entries(steps).flatMap(([name, step]) => {
    const value = properties[name];
    if (typeof value !== 'number') return [];
    return [value - step, value + step].flatMap((other): Change[] => {
      const changed: Properties = { ...properties, [name]: other };
      const { DatapointsToAlarm: needed = 1, EvaluationPeriods: of = 1 } = changed;
      return Number(needed) > 0 && Number(of) >= Number(needed)
        ? [[`${name} ${other}`, { [name]: other }]]
        : [];
    });
  });
}

function choiceChanges({ ComparisonOperator, TreatMissingData }: Properties): Change[] {
  const isGreater = ComparisonOperator === 'GreaterThanThreshold';
  const operator = isGreater ? 'LessThanThreshold' : 'GreaterThanThreshold';
  const missing = TreatMissingData === 'breaching' ? 'notBreaching' : 'breaching';
  return [
    [`ComparisonOperator ${operator}`, { ComparisonOperator: operator }],
    [`TreatMissingData ${missing}`, { TreatMissingData: missing }],
  ];
}

function warmUpChanges({ WarmUpConfiguration: configuration }: Properties): Change[] {
  if (configuration === undefined) return [];
  const { WarmUpPeriodDurationInMinutes: now } = configuration as Record<string, number>;
  return [-1, 1].map((more) => {
    const WarmUpConfiguration = {
      ...configuration,
      WarmUpPeriodDurationInMinutes: Number(now) + more,
    };
    return [`warm-up of ${more} more`, { WarmUpConfiguration }];
  });
}

/** Another topic, none, and no word about the end. */
function actionChanges({ AlarmActions }: Properties, topics: readonly string[]): Change[] {
  const now = JSON.stringify(AlarmActions);
  const others = topics.map((Ref) => [{ Ref }]).filter((one) => JSON.stringify(one) !== now);
  return [
    ...others.map((one): Change => [`to ${one[0]?.Ref}`, { AlarmActions: one, OKActions: one }]),
    ...(AlarmActions === undefined
      ? []
      : [
          ['calls nobody', { AlarmActions: [], OKActions: [] }] as const,
          ['does not report its end', { OKActions: [] }] as const,
        ]),
  ];
}

function metricChanges({ Metrics }: Properties): Change[] {
  const queries = Metrics as readonly Query[];
  const names = queries.map(({ Id }) => Id);
  const periods = [0.5, 2].map((times): Change => {
    const changed = queries.map(({ Period = 0, MetricStat, ...query }) =>
      MetricStat
        ? { ...query, MetricStat: { ...MetricStat, Period: times * MetricStat.Period } }
        : { ...query, Period: times * Period },
    );
    return [`${times} of its period`, { Metrics: changed }];
  });
  const others = queries.flatMap((query, index): Change[] => {
    const { Expression, MetricStat } = query;
    const change = (says: string, changed: Partial<Query>): Change => [
      says,
      { Metrics: queries.with(index, { ...query, ...changed }) },
    ];
    if (Expression?.startsWith('SELECT ')) return [];
    if (Expression !== undefined) {
      return [...textChanges(Expression), ...missingChanges(Expression, names)].map((text) =>
        change(text, { Expression: text }),
      );
    }
    // Each sample of these is one.
    if (!MetricStat || /^(Count|Invocations)$/.test(MetricStat.Metric.MetricName)) return [];
    const Stat = MetricStat.Stat === 'Sum' ? 'SampleCount' : 'Sum';
    return [
      change(`${MetricStat.Metric.MetricName} ${Stat}`, { MetricStat: { ...MetricStat, Stat } }),
    ];
  });
  return [...periods, ...others];
}

/** In an expression, a rule or a pattern: each number, and each operator. */
function textChanges(text: string): string[] {
  const pattern = /(?<!, )\b\d+(?:\.\d+)?\b| (?:&&|\|\||AND|OR|[-+*/><=]|==|!=) /g;
  const others: Readonly<Record<string, string>> = {
    ...{ '&&': '||', '||': '&&', AND: 'OR', OR: 'AND', '-': '+', '+': '-', '*': '+', '/': '*' },
    ...{ '>': '<', '<': '>', '==': '>', '=': '!=', '!=': '=' },
  };
  return [...text.matchAll(pattern)].flatMap(([found], index) => {
    const token = found.trim();
    const operator = others[token];
    const changed = operator
      ? [` ${operator} `]
      : [0.5, 1.5].map((times) => String(times * Number(token)));
    return changed
      .filter((other) => other !== found)
      .map((other) => {
        let count = -1;
        return text.replaceAll(pattern, (same) => {
          count += 1;
          return count === index ? other : same;
        });
      });
  });
}

/** A value that is missing counts, or counts no more. */
function missingChanges(expression: string, names: readonly string[]): string[] {
  const changed = names.flatMap((name) => [
    expression.replaceAll(`FILL(${name}, 0)`, `FILL(${name}, 60000)`),
    expression.replace(` * ${name} / ${name}`, ''),
    ...(names.length > 2 ? [expression.replaceAll(`FILL(${name}, 0)`, name)] : []),
  ]);
  return changed.filter((text) => text !== expression);
}
