import { describe, expect, it } from 'vitest';
import { reserved } from '../../../functions/shared/reserved.ts';
import { resourcesOf, template } from '../../synthesized.ts';
import { graphsOf } from './dashboard-body.ts';

interface Query {
  readonly MetricStat?: { readonly Period: number; readonly Metric: Metric };
}

interface Metric {
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions?: { readonly Name: string; readonly Value: unknown }[];
}

// A query over clients has no metric; rules.md has what it does.
const alarms = Object.values(resourcesOf('AWS::CloudWatch::Alarm')).flatMap(({ Properties }) => {
  const queries = Properties['Metrics'] as Query[];
  const metrics = queries.flatMap(({ MetricStat }) => MetricStat ?? []);
  return metrics.length > 0 ? [{ name: Properties['AlarmName'], metrics, Properties }] : [];
});
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

/** What AWS publishes, by namespace and dimensions: an alarm on anything else would never fire. */
const publishedMetrics: Record<string, Record<string, readonly string[]>> = {
  // https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-metrics.html
  'AWS/ApiGateway': {
    'ApiId,Stage': ['4xx', '5xx', 'Count', 'IntegrationLatency', 'Latency', 'DataProcessed'],
  },
  // https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html
  'AWS/Lambda': { FunctionName: ['Errors', 'Throttles', 'Invocations', 'Duration'] },
  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html
  'AWS/DynamoDB': {
    'Operation,TableName': ['ThrottledRequests', 'SystemErrors', 'SuccessfulRequestLatency'],
  },
};

/** The metrics that AWS or a filter publishes with these dimensions. */
function published(namespace: string, dimensions: readonly unknown[]) {
  const by = dimensions.toSorted().join();
  return namespace === 'PlantStore' ? counted : publishedMetrics[namespace]?.[by];
}

describe.each(alarms)('the alarm $name', ({ metrics, Properties }) => {
  it('looks at metrics of this service that AWS or a filter publishes', () => {
    for (const { Metric } of metrics) {
      const { Namespace, MetricName, Dimensions = [] } = Metric;
      const names = Dimensions.map(({ Name }) => Name);
      expect(published(Namespace, names), `${Namespace} by ${names}`).toContain(MetricName);
      for (const { Name, Value } of Dimensions) expect(dimensionValues[Name]).toContainEqual(Value);
    }
  });

  it('keeps to the limits of CloudWatch', () => {
    expect(metrics.length).toBeLessThanOrEqual(10);
    const [period = 0, ...others] = new Set(metrics.map(({ Period }) => Period));
    expect(others).toEqual([]);
    expect(period % 60).toBe(0);
    // The simulation has windows that slide.
    expect(Properties['EvaluationWindow']).toEqual({ SlidingWindow: {} });
    const days = period >= 3600 ? 7 : 1;
    expect(period * Number(Properties['EvaluationPeriods'])).toBeLessThanOrEqual(days * 86_400);
  });
});

/** What words in the title of a graph, and the label of a line or its name in a formula, say about the metric. */
const meanings: readonly (readonly [words: RegExp, metric: RegExp])[] = [
  [/a minute: (?!requests)/, /"period":60,"stat":"Sum"/],
  [/: requests/, /"Count"/],
  [/: requests/, /"period":60,"stat":"SampleCount"/],
  [/: clientErrors/, /"4xx"/],
  [/: serverErrors/, /"5xx"/],
  [/: runs/, /"Invocations","FunctionName","Probe"/],
  [/\(average\)/, /"SuccessfulRequestLatency"(?!.*"stat")/],
  [/ms \(99 %\)/, /"Duration".*"p99"/],
  [/^Latency/, /"Latency"/],
  [/: half/, /"p50"/],
  [/: 90 %/, /"p90"/],
  [/: 99 %/, /"p99"/],
  [/CreatePlant/, /"AWS.Lambda".*"CreatePlant"/],
  [/Authorize/, /"AWS.Lambda".*"Authorize"/],
  [/crashed/, /"Errors"/],
  [/concurrency/, /"Throttles"/],
  [/put a plant|writes/, /"PutItem".*"Plants"/],
  [/get a token|reads/, /"GetItem".*"Tokens"/],
  [/s throttled/, /"ThrottledRequests"/],
  [/s failed/, /"SystemErrors"/],
  [/1000|: unexpected/, /"UnexpectedFailures"/],
  [/1006|: unavailable/, /"StoreUnavailable"/],
  [/: throttled/, /"Throttled"/],
  [/: refused/, /"RefusedTokens"/],
  [/1001 to 1005/, /"ClientFailures"/],
  [/token store/, /"TokenStoreFaults"/],
];

describe('the dashboard', () => {
  const lines = graphsOf(template).flatMap(({ title = '', metrics = [] }) =>
    metrics.map((metric) => ({ title, metric, ...Object(metric.at(-1)) })),
  );
  const drawn = lines.filter(({ metric: [namespace] }) => typeof namespace === 'string');

  const named = drawn.map((line) => ({ ...line, says: `${line.title}: ${line.label ?? line.id}` }));

  it.each(named)('$says is the metric that it says', ({ says, metric }) => {
    const said = meanings.filter(([words]) => words.test(says));
    expect(said.length).toBeGreaterThan(1);
    for (const [, one] of said) expect(JSON.stringify(metric)).toMatch(one);
  });

  it('has each metric of its formulas in the same graph', () => {
    for (const { title, expression = '' } of lines) {
      const ids = lines.filter((line) => line.title === title).map(({ id }) => id);
      expect(ids).toEqual(expect.arrayContaining(expression.match(/\b[a-z]\w*/g) ?? []));
    }
  });

  it('shows metrics that AWS or a filter publishes', () => {
    // Of two lines with one metric, aws-cdk-lib leaves one out.
    expect(named).toHaveLength(28);
    for (const { metric } of drawn) {
      const [namespace = '', name, ...rest] = metric as string[];
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
