import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { resourcesOf } from '../../synthesized.ts';
import { prices } from './prices.ts';

const page = readFileSync('docs/COST.md', 'utf8');
const memoryMegabytes = 512;

/** US dollars for a million plants of up to 1 KB, by part. The page says how the service is used. */
function costOfMillion(requestsPerSecond: number): Record<string, number> {
  const requests = 1_000_000;
  // The gateway caches the answers of the authorizer.
  const authorizations = requests / 100;
  const invocations = requests + authorizations;
  const gigabyteSeconds = invocations * 0.015 * (memoryMegabytes / 1024);
  // The access log's line of a request, and Lambda's two lines of an invocation.
  const loggedBytes = requests * 550 + invocations * 700;
  // Each function samples by itself.
  const traces =
    requests * tracedShare(requestsPerSecond) +
    authorizations * tracedShare(requestsPerSecond / 100);
  return {
    'API Gateway': requests * prices.gatewayRequest,
    'Lambda, invocations': invocations * prices.invocation,
    'Lambda, time': gigabyteSeconds * prices.gigabyteSecond,
    'DynamoDB, writes': requests * prices.writeUnit,
    'DynamoDB, reads': authorizations * prices.readUnit,
    Logs: (loggedBytes / 2 ** 30) * prices.loggedGigabyte,
    Traces: traces * prices.trace,
    'Data out': ((requests * 400) / 2 ** 30) * prices.sentGigabyte,
  };
}

// Lambda traces one invocation a second and 5 % of the rest; the rate cannot be set:
// https://docs.aws.amazon.com/lambda/latest/dg/services-xray.html
function tracedShare(perSecond: number): number {
  return Math.min(1, (1 + 0.05 * Math.max(0, perSecond - 1)) / perSecond);
}

function total(requestsPerSecond: number): string {
  const costs = Object.values(costOfMillion(requestsPerSecond));
  return costs.reduce((sum, cost) => sum + cost).toFixed(2);
}

it('the page has the cost of a million requests, with the memory of the functions', () => {
  for (const { Properties } of Object.values(resourcesOf('AWS::Lambda::Function'))) {
    expect(Properties['MemorySize']).toBe(memoryMegabytes);
  }
  for (const [part, cost] of Object.entries(costOfMillion(10))) {
    expect(page).toContain(`| ${part} | ${cost.toFixed(2)} |`);
  }
  expect(page).toContain(`| **together** | **${total(10)}** |`);
});

it.each([1, 10, 100, 1000])('the page has the cost at %i requests per second', (rate) => {
  expect(page).toContain(`| ${rate} | ${total(rate)} |`);
});

it('the page has the monthly cost of the metrics and alarms in the template', () => {
  const alarms = Object.values(resourcesOf('AWS::CloudWatch::Alarm')).flatMap(({ Properties }) => {
    const metrics = Properties['Metrics'] as { Expression?: string }[] | undefined;
    // An alarm on an expression is billed by the metrics in it.
    return metrics?.filter(({ Expression }) => Expression === undefined) ?? [Properties];
  }).length;
  const filters = Object.values(resourcesOf('AWS::Logs::MetricFilter'));
  const names = filters.map((filter) => JSON.stringify(filter).match(/"MetricName":"\w+"/)?.[0]);
  const metrics = new Set(names).size;
  const [ofMetrics, ofAlarms] = [metrics * prices.metricMonth, alarms * prices.alarmMetricMonth];
  const composites = Object.keys(resourcesOf('AWS::CloudWatch::CompositeAlarm')).length;
  const ofComposites = composites * prices.compositeAlarmMonth;
  const rules = JSON.stringify(resourcesOf('AWS::DynamoDB::GlobalTable')).match(/THROTTLED_KEYS/g);
  const ofRules = Number(rules?.length) * prices.insightRuleMonth;
  const all =
    ofMetrics + ofAlarms + ofComposites + ofRules + prices.dashboardMonth + prices.keyMonth;
  expect(page).toContain(`costs ${all.toFixed(2)} a month`);
  expect(page).toContain(`${metrics} metrics from the logs ${ofMetrics.toFixed(2)}`);
  expect(page).toContain(`throttled ids ${ofRules.toFixed(2)}`);
  expect(page).toContain(`${alarms} alarm metrics ${ofAlarms.toFixed(2)}`);
});
