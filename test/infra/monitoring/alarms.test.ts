import { describe, expect, it } from 'vitest';
import { reserved } from '../../../functions/shared/reserved.ts';
import { type Resource, resourcesOf, template } from '../../synthesized.ts';
import { dashboardBody } from './dashboard-body.ts';
import { evaluate } from './metric-expression.ts';
import { publishedMetrics } from './published-metrics.ts';

interface Query {
  readonly Id: string;
  readonly Expression?: string;
  readonly MetricStat?: { readonly Period: number; readonly Metric: Metric };
}

interface Metric {
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions?: { readonly Name: string; readonly Value: unknown }[];
}

function named(type: string) {
  return Object.entries(resourcesOf(type)).map(([id, { Properties }]) => ({
    id,
    name: String(Properties['AlarmName']).replace('PlantStore-', ''),
    Properties,
  }));
}

function queriesOf(properties: Resource['Properties']) {
  const queries = properties['Metrics'] as Query[];
  const { Expression = '' } = queries.find(({ Expression }) => Expression !== undefined) ?? {};
  const metrics = queries.flatMap(({ Id, MetricStat }) => (MetricStat ? [{ Id, MetricStat }] : []));
  return { Expression, metrics, names: metrics.map(({ Id }) => Id) };
}

// A query over clients is tested by itself, below.
function isQuery({ Properties }: { readonly Properties: Resource['Properties'] }): boolean {
  return queriesOf(Properties).Expression.startsWith('SELECT ');
}
const allAlarms = named('AWS::CloudWatch::Alarm');
const alarms = allAlarms.filter((alarm) => !isQuery(alarm));
const pages = named('AWS::CloudWatch::CompositeAlarm');
const counted = [
  // The probe writes it itself.
  reserved.failedRuns,
  ...Object.values(resourcesOf('AWS::Logs::MetricFilter')).map(
    ({ Properties }) =>
      (Properties['MetricTransformations'] as [{ MetricName: string }])[0].MetricName,
  ),
];
const dimensionValues: Record<string, unknown[]> = {
  ApiId: Object.keys(resourcesOf('AWS::ApiGatewayV2::Api')).map((Ref) => ({ Ref })),
  Stage: ['$default'],
  FunctionName: [{ Ref: 'CreatePlant' }, { Ref: 'Authorize' }, { Ref: 'Probe' }],
};

/** The metrics that AWS or a filter publishes with these dimensions. */
function published(namespace: string, dimensions: readonly unknown[]) {
  const by = dimensions.toSorted().join();
  return namespace === 'PlantStore' ? counted : publishedMetrics[namespace]?.[by];
}

describe.each(alarms)('the alarm $name', ({ name, Properties }) => {
  const { Expression, metrics, names } = queriesOf(Properties);

  it('looks at metrics of this service that AWS or a filter publishes', () => {
    expect(metrics).not.toEqual([]);
    for (const { MetricStat } of metrics) {
      const { Namespace, MetricName, Dimensions = [] } = MetricStat.Metric;
      const names = Dimensions.map(({ Name }) => Name);
      expect(published(Namespace, names), `${Namespace} by ${names}`).toContain(MetricName);
      for (const { Name, Value } of Dimensions) expect(dimensionValues[Name]).toContainEqual(Value);
    }
  });

  it('does not take a late denominator for zero', () => {
    const unfilled = names.filter((name) =>
      new RegExp(`(?<!FILL\\()\\b${name}\\b`).test(Expression),
    );
    for (const late of unfilled) {
      const values = names.map((name) => [name, name === late ? undefined : 1000]);
      expect(evaluate(Expression, Object.fromEntries(values)), late).toBeUndefined();
    }
    // What is compared with a share of all has such a denominator.
    const isOneMetric = names.includes(Expression);
    expect(unfilled.length > 0).toBe(/[*]/.test(Expression) || isOneMetric);
  });

  it('is off without traffic, unless it says that nobody looks', () => {
    const isSilence = name === 'ProbeSilent';
    const none = Object.fromEntries(names.map((name) => [name, undefined]));
    expect((evaluate(Expression, none) ?? 0) > Number(Properties['Threshold'])).toBe(isSilence);
    expect(Properties).toMatchObject({
      ComparisonOperator: 'GreaterThanThreshold',
      TreatMissingData: isSilence ? 'breaching' : 'notBreaching',
    });
  });

  it('keeps to the limits of CloudWatch, with a window that slides', () => {
    expect(metrics.length).toBeLessThanOrEqual(10);
    const [period = 0, ...others] = new Set(metrics.map(({ MetricStat }) => MetricStat.Period));
    expect(others).toEqual([]);
    expect(period % 60).toBe(0);
    const days = period >= 3600 ? 7 : 1;
    expect(period * Number(Properties['EvaluationPeriods'])).toBeLessThanOrEqual(days * 86_400);
    expect(Properties['EvaluationWindow']).toEqual({ SlidingWindow: {} });
  });
});

describe('the alarms', () => {
  it('page through an alarm that joins others, which call nobody, or because nobody looks', () => {
    expect(pages.map(({ name }) => name)).toEqual(['Unavailable', 'Slow']);
    const joined = pages.flatMap(({ Properties }) =>
      [...JSON.stringify(Properties['AlarmRule']).matchAll(/"Fn::GetAtt":\["(\w+)"/g)].map(
        ([, id]) => id,
      ),
    );
    expect(joined.length).toBeGreaterThan(4);
    const calling = [...pages, ...allAlarms].filter(({ Properties }) => Properties['AlarmActions']);
    for (const { id, Properties } of calling) {
      expect(joined).not.toContain(id);
      expect(Properties['OKActions'], id).toEqual(Properties['AlarmActions']);
      const isPage = pages.some((page) => page.id === id) || id.includes('ProbeSilent');
      const topic = isPage ? 'AlarmTopic' : 'TicketTopic';
      expect(JSON.stringify(Properties['AlarmActions'])).toContain(topic);
    }
  });

  it('name each client whose token has ended', () => {
    const [query, ...others] = allAlarms.filter(isQuery);
    expect(others).toEqual([]);
    expect(query?.name).toBe('EndedToken');
    expect(queriesOf(query?.Properties ?? {}).Expression).toBe(
      'SELECT SUM(EndedTokens) FROM SCHEMA("PlantStore", client) GROUP BY client ORDER BY SUM() DESC',
    );
  });
});

describe('the dashboard', () => {
  it('shows metrics that AWS or a filter publishes', () => {
    const shown = dashboardBody(template).flatMap(({ properties }) => properties.metrics ?? []);
    const metrics = shown.filter(([namespace]) => typeof namespace === 'string') as string[][];
    expect(metrics.length).toBeGreaterThan(20);
    for (const [namespace = '', name, ...rest] of metrics) {
      const names = rest.filter((part, index) => typeof part === 'string' && index % 2 === 0);
      expect(published(namespace, names), `${namespace} by ${names}`).toContain(name);
    }
  });

  it('has expressions without exponents, because their e would be read as the name of a metric', () => {
    const expressions = JSON.stringify(template).match(/"expression\\":\\"[^"]*/gi);
    expect(expressions).not.toBeNull();
    for (const expression of expressions ?? []) expect(expression).not.toMatch(/\de-?\d/);
  });
});
