import { describe, expect, it } from 'vitest';
import { type Resource, resourceOf, resourcesOf, template } from '../../synthesized.ts';
import { evaluate } from './metric-expression.ts';
import { publishedMetrics } from './published-metrics.ts';

interface Metric {
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions?: { readonly Name: string; readonly Value: unknown }[];
}

const alarms = Object.values(resourcesOf('AWS::CloudWatch::Alarm')).map(({ Properties }) => ({
  name: String(Properties['AlarmName']).replace('PlantStore-', ''),
  Properties,
}));

/** What an alarm looks at: one metric, or those of its expression. */
function metricsOf(properties: Resource['Properties']): Metric[] {
  return properties['MetricName'] === undefined
    ? (properties['Metrics'] as { MetricStat?: { Metric: Metric } }[]).flatMap(
        ({ MetricStat }) => MetricStat?.Metric ?? [],
      )
    : [properties as unknown as Metric];
}

const counted = Object.values(resourcesOf('AWS::Logs::MetricFilter')).map(
  ({ Properties }) =>
    (Properties['MetricTransformations'] as [{ MetricName: string }])[0].MetricName,
);
const api = Object.keys(resourcesOf('AWS::ApiGatewayV2::Api'))[0];
const dimensionValues: Record<string, unknown[]> = {
  ApiId: [{ Ref: api }],
  Stage: ['$default'],
  FunctionName: [{ Ref: 'CreatePlant' }, { Ref: 'Authorize' }],
  TableName: [{ Ref: 'Plants' }, { Ref: 'Tokens' }],
};

describe.each(alarms)('the alarm $name', ({ Properties }) => {
  it('looks at metrics that someone publishes', () => {
    const metrics = metricsOf(Properties);
    expect(metrics).not.toEqual([]);
    for (const { Namespace, MetricName, Dimensions = [] } of metrics) {
      const names = Dimensions.map(({ Name }) => Name).sort();
      const published =
        Namespace === 'PlantStore' ? counted : publishedMetrics[Namespace]?.[names.join()];
      expect(published, `${Namespace} by ${names}`).toContain(MetricName);
    }
  });

  it('looks at this service', () => {
    for (const { Dimensions = [] } of metricsOf(Properties)) {
      for (const { Name, Value } of Dimensions.filter(({ Name }) => Name !== 'Operation')) {
        expect(dimensionValues[Name]).toContainEqual(Value);
      }
      const table = Dimensions.find(({ Name }) => Name === 'TableName')?.Value;
      const operation = Dimensions.find(({ Name }) => Name === 'Operation')?.Value;
      const used = { Plants: 'PutItem', Tokens: 'GetItem' }[(table as { Ref: string })?.Ref];
      expect(operation).toBe(used);
    }
  });

  it('tells someone, within minutes, and is silent where there is no traffic', () => {
    expect(Properties).toMatchObject({
      AlarmActions: [{ Ref: Object.keys(resourcesOf('AWS::SNS::Topic'))[0] }],
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      TreatMissingData: 'notBreaching',
    });
    expect(Properties['Threshold']).toBeGreaterThanOrEqual(1);
    expect(Properties['EvaluationPeriods']).toBeLessThanOrEqual(5);
  });
});

/** Whether an alarm on an expression holds a minute with these values for a bad one. */
function isBad(alarm: string, values: Record<string, number | undefined>): boolean {
  const { Properties } = alarms.find(({ name }) => name === alarm) ?? {};
  const metrics = Properties?.['Metrics'] as { Expression?: string; Period?: number }[];
  const { Expression = '' } = metrics.find(({ Expression }) => Expression !== undefined) ?? {};
  return Number(evaluate(Expression, values)) >= Number(Properties?.['Threshold']);
}

describe('an alarm on a share of the requests', () => {
  const shares = [
    { alarm: 'StoreUnavailable', passing: 0.02 },
    { alarm: 'GatewayErrors', passing: 0.005 },
    { alarm: 'PlantsThrottled', passing: 0.02 },
    { alarm: 'PlantsSystemErrors', passing: 0.02 },
    { alarm: 'TokensThrottled', passing: 0.02 },
    { alarm: 'TokensSystemErrors', passing: 0.02 },
  ];

  it.each(shares)('$alarm calls when all fail, however few there are', ({ alarm }) => {
    for (const whole of [1, 3, 60, 60_000]) expect(isBad(alarm, { part: whole, whole })).toBe(true);
  });

  it.each(shares)('$alarm lets what passes pass, however much it is', ({ alarm, passing }) => {
    for (const whole of [1000, 60_000, 6_000_000]) {
      expect(isBad(alarm, { part: passing * whole, whole })).toBe(false);
    }
  });

  it.each(shares)('$alarm has a value without faults, and none without requests', ({ alarm }) => {
    expect(isBad(alarm, { part: undefined, whole: 60 })).toBe(false);
    expect(isBad(alarm, { part: undefined, whole: undefined })).toBe(false);
    expect(isBad(alarm, { part: undefined, whole: 0 })).toBe(false);
  });

  it('sees a version that fails a tenth of them, as a canary does', () => {
    for (const alarm of ['StoreUnavailable', 'GatewayErrors']) {
      expect(isBad(alarm, { part: 6, whole: 60 })).toBe(true);
    }
  });
});

describe('the alarm on slow answers', () => {
  it('needs enough of them to tell a slow service from a cold start', () => {
    expect(isBad('SlowAnswers', { requests: 19, measured: 9_000 })).toBe(false);
    expect(isBad('SlowAnswers', { requests: 20, measured: 2_000 })).toBe(true);
    expect(isBad('SlowAnswers', { requests: 20_000, measured: 1_999 })).toBe(false);
  });

  it('leaves its state with the traffic: no alarm keeps one for want of samples', () => {
    expect(isBad('SlowAnswers', { requests: undefined, measured: undefined })).toBe(false);
    for (const { Properties } of alarms) {
      expect(Properties).not.toHaveProperty('EvaluateLowSampleCountPercentile');
    }
  });
});

describe('the dashboard', () => {
  it('shows metrics that someone publishes', () => {
    const { DashboardBody } = resourceOf('AWS::CloudWatch::Dashboard').Properties as {
      DashboardBody: { 'Fn::Join': ['', unknown[]] };
    };
    const body = DashboardBody['Fn::Join'][1].map((part) =>
      typeof part === 'string' ? part : 'x',
    );
    const widgets: { properties: { metrics?: (string | object)[][] } }[] = JSON.parse(
      body.join(''),
    ).widgets;
    const shown = widgets.flatMap(({ properties }) => properties.metrics ?? []);
    const metrics = shown.filter(([namespace]) => typeof namespace === 'string');
    expect(metrics.length).toBeGreaterThan(20);
    for (const [namespace, name, ...rest] of metrics as string[][]) {
      const dimensions = rest.filter((part, index) => typeof part === 'string' && index % 2 === 0);
      const published =
        namespace === 'PlantStore'
          ? counted
          : publishedMetrics[String(namespace)]?.[dimensions.sort().join()];
      expect(published, `${namespace} by ${dimensions}`).toContain(name);
    }
  });

  it('reckons without exponents, whose e would be read as the name of a metric', () => {
    const expressions = JSON.stringify(template).match(/"expression\\":\\"[^"]*/gi);
    expect(expressions).not.toBeNull();
    for (const expression of expressions ?? []) expect(expression).not.toMatch(/\de-?\d/);
  });
});
