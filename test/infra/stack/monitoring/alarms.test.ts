import { describe, expect, it } from 'vitest';
import { burnRates, objectives } from '../../../../infra/stack/monitoring/objectives.ts';
import { type Resource, resourceOf, resourcesOf, template } from '../../../synthesized.ts';
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

function metricsOf(properties: Resource['Properties']): Metric[] {
  return expressionOf(properties).metrics.map(({ MetricStat }) => MetricStat.Metric);
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
      for (const { Name, Value } of Dimensions) {
        expect(dimensionValues[Name]).toContainEqual(Value);
      }
    }
  });

  it('has a value in every minute, whatever metric has none', () => {
    const { Expression = '', names } = expressionOf(Properties);
    for (const present of [[], ...names.map((name) => [name])]) {
      const values = names.map((name) => [name, present.includes(name) ? 1 : undefined]);
      expect(evaluate(Expression, Object.fromEntries(values)), String(present)).toBeDefined();
    }
  });

  it('is silent without traffic', () => {
    const { Expression = '', names } = expressionOf(Properties);
    const none = Object.fromEntries(names.map((name) => [name, undefined]));
    expect(evaluate(Expression, none)).toBeLessThanOrEqual(Number(Properties['Threshold']));
    expect(Properties).toMatchObject({
      ComparisonOperator: 'GreaterThanThreshold',
      TreatMissingData: 'notBreaching',
    });
  });

  it('keeps to the limits of CloudWatch', () => {
    const { metrics, periods } = expressionOf(Properties);
    expect(metrics.length).toBeLessThanOrEqual(10);
    expect(new Set(periods).size).toBe(1);
    const [period = 0] = periods;
    expect(period % 60).toBe(0);
    expect(period * Number(Properties['EvaluationPeriods'])).toBeLessThanOrEqual(86_400);
  });
});

interface Query {
  readonly Id: string;
  readonly Expression?: string;
  readonly MetricStat?: { readonly Period: number; readonly Stat: string; readonly Metric: Metric };
}

function expressionOf(properties: Resource['Properties']) {
  const queries = properties['Metrics'] as Query[];
  const metrics = queries.flatMap(({ Id, MetricStat }) => (MetricStat ? [{ Id, MetricStat }] : []));
  return {
    Expression: queries.find(({ Expression }) => Expression !== undefined)?.Expression,
    metrics,
    names: metrics.map(({ Id }) => Id),
    periods: metrics.map(({ MetricStat }) => MetricStat.Period),
  };
}

describe('the alarms', () => {
  const actions = (properties: Resource['Properties']) =>
    ((properties['AlarmActions'] ?? []) as { Ref: string }[]).map(({ Ref }) =>
      Ref.replace(/^Monitoring|[0-9A-F]{8}$/g, ''),
    );

  // Each was chosen by test/lab/simulation: whoever changes one looks there at what it does.
  it('are these', () => {
    const failing = 'FILL(failed, 0) - 0.06 * (FILL(failed, 0) + FILL(served, 0))';
    const served = ['Failed Sum', 'Served Sum'];
    const inTime = '((100 - FILL(inTimePercent, 100)) / 100 - 0.06) * FILL(requests, 0)';
    const created =
      'FILL(unexpected, 0) + FILL(unavailable, 0) + FILL(crashed, 0) - 0.005 * FILL(calls, 0)';
    const ofCreatePlant = [
      'UnexpectedFailures Sum',
      'StoreUnavailable Sum',
      'CreatePlant Errors Sum',
      'CreatePlant Invocations Sum',
    ];
    const ofAuthorize = ['Authorize Errors Sum', 'Authorize Invocations Sum'];
    const decided = 'FILL(crashed, 0) - 0.01 * FILL(calls, 0)';
    const told = alarms.map(({ name, Properties }) => {
      const { Expression, metrics, periods } = expressionOf(Properties);
      const { DatapointsToAlarm, EvaluationPeriods, Threshold } = Properties;
      const looksAt = metrics.map(({ MetricStat: { Metric, Stat } }) => {
        const [of] = (Metric.Dimensions ?? []).filter(({ Name }) => Name === 'FunctionName');
        return [(of?.Value as { Ref: string })?.Ref, Metric.MetricName, Stat].join(' ').trim();
      });
      const when = `${DatapointsToAlarm} of ${EvaluationPeriods} x ${periods[0]} s > ${Threshold}`;
      return [name, Expression, looksAt, when, ...actions(Properties)];
    });
    expect(told).toEqual([
      ['FailingForMinutes', failing, served, '2 of 5 x 60 s > 1'],
      ['FailingForHalfHour', failing, served, '1 of 1 x 1800 s > 2'],
      [
        'UnexpectedFailure',
        'FILL(unexpected, 0)',
        ['UnexpectedFailures Sum'],
        '1 of 5 x 60 s > 0',
        'AlarmTopic',
      ],
      [
        'SlowAnswers',
        inTime,
        ['Latency PR(:2000)', 'Count SampleCount'],
        '1 of 1 x 1800 s > 2',
        'AlarmTopic',
      ],
      [
        'BudgetBurn',
        failing.replace('0.06', '0.015'),
        served,
        '1 of 1 x 21600 s > 2',
        'TicketTopic',
      ],
      [
        'NearThrottle',
        'FILL(requests, 0)',
        ['Count SampleCount'],
        '3 of 5 x 60 s > 51000',
        'TicketTopic',
      ],
      [
        'RefusedTokens',
        'FILL(refusals, 0)',
        ['RefusedTokens Sum'],
        '1 of 1 x 300 s > 100',
        'TicketTopic',
      ],
      ['CreatePlantRelease', created, ofCreatePlant, '2 of 5 x 60 s > 1'],
      ['AuthorizeRelease', decided, ofAuthorize, '1 of 1 x 900 s > 1'],
    ]);
  });

  it('page once for an outage, whichever of two is sure first', () => {
    const { Properties } = resourceOf('AWS::CloudWatch::CompositeAlarm');
    expect(Properties['AlarmName']).toBe('PlantStore-Unavailable');
    expect(actions(Properties)).toEqual(['AlarmTopic']);
    const ids = Object.entries(resourcesOf('AWS::CloudWatch::Alarm'))
      .filter(([, alarm]) => /-Failing/.test(String(alarm.Properties['AlarmName'])))
      .map(([id]) => ({ 'Fn::GetAtt': [id, 'Arn'] }));
    expect(Properties['AlarmRule']).toEqual({
      'Fn::Join': ['', ['(ALARM("', ids[0], '") OR ALARM("', ids[1], '"))']],
    });
  });

  it('look at the share that the objectives leave', () => {
    expect(burnRates.page * objectives.failedShare).toBe(0.06);
    expect(burnRates.page * objectives.slowShare).toBe(0.06);
    expect(burnRates.ticket * objectives.failedShare).toBe(0.015);
    const thirtyDays = 30;
    expect([thirtyDays / burnRates.page, thirtyDays / burnRates.ticket]).toEqual([2.5, 10]);
    expect(String(objectives.slowMilliseconds)).toBe('2000');
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
