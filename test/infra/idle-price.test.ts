import { expect, it } from 'vitest';
import { resourcesOf } from '../setup/synthesized.ts';

/** What production may cost in a month without a request, in dollars. docs/COST.md says it, too. */
const limit = 6;

/** The list prices of docs/COST.md. */
const prices = {
  alarmMetric: 0.1,
  compositeAlarm: 0.5,
  logMetric: 0.3,
  /** Contributor Insights: it finds throttled ids. */
  rule: 0.5,
  /** Four requests a minute, with their logs, and the probe's own metric. */
  probe: 0.88,
};

function propertiesOf(type: string) {
  return Object.values(resourcesOf(type)).map(({ Properties }) => Object(Properties));
}

const alarmMetrics = propertiesOf('AWS::CloudWatch::Alarm').flatMap(({ Metrics }) =>
  Metrics.filter((one: object) => 'MetricStat' in one),
);
// CloudWatch bills the hours in which a metric has a value. Without a request, only a filter with a default value makes one.
const logMetrics = propertiesOf('AWS::Logs::MetricFilter')
  .map(({ MetricTransformations: [metric] }) => metric)
  .filter(({ DefaultValue }) => DefaultValue !== undefined);
const rules = propertiesOf('AWS::DynamoDB::GlobalTable').flatMap(({ Replicas }) =>
  Replicas.filter((one: object) => 'ContributorInsightsSpecification' in one),
);

const counts: Readonly<Record<keyof typeof prices, number>> = {
  alarmMetric: alarmMetrics.length,
  compositeAlarm: propertiesOf('AWS::CloudWatch::CompositeAlarm').length,
  logMetric: new Set(logMetrics.map(({ MetricName }) => MetricName)).size,
  rule: rules.length,
  probe: propertiesOf('AWS::Scheduler::Schedule').length,
};

it('production without a request costs no more than the limit', () => {
  const names = Object.keys(prices) as (keyof typeof prices)[];
  const cents = names.map((name) => Math.round(100 * prices[name]) * counts[name]);
  const price = cents.reduce((sum, part) => sum + part) / 100;
  const advice = `This stack costs ${price} dollars a month (${JSON.stringify(counts)}). Take a metric or an alarm away, or set another limit here and in docs/COST.md.`;
  expect(price, advice).toBeLessThanOrEqual(limit);
});
