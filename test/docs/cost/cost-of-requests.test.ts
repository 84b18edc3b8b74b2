import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { resourcesOf } from '../../synthesized.ts';
import { costOfProbe, costOfReplication, costOfRequests, usualUsage } from './cost-of-requests.ts';
import { prices } from './prices.ts';

const page = readFileSync('infra/docs/COST.md', 'utf8');

function total(requestsPerSecond = usualUsage.requestsPerSecond): number {
  const costs = Object.values(costOfRequests({ ...usualUsage, requestsPerSecond }));
  return costs.reduce((sum, cost) => sum + cost);
}

it('the page has the cost of a million requests, with the memory of the functions', () => {
  for (const { Properties } of Object.values(resourcesOf('AWS::Lambda::Function'))) {
    expect(Properties['MemorySize']).toBe(usualUsage.memoryMegabytes);
  }
  for (const [part, cost] of Object.entries(costOfRequests(usualUsage))) {
    expect(page).toContain(`| ${part} | ${cost.toFixed(2)} |`);
  }
  expect(page).toContain(`| **together** | **${total().toFixed(2)}** |`);
});

it.each([1, 10, 100, 1000])('the page has the cost at %i requests per second', (rate) => {
  expect(page).toContain(`| ${rate} | ${total(rate).toFixed(2)} |`);
});

it.each([
  ['one', 1],
  ['two', 2],
  ['two and a witness', 2],
  ['three', 3],
])('the page has the cost in regions: %s', (name, regions) => {
  const replication = costOfReplication(usualUsage.requests, regions);
  const together = total(usualUsage.requestsPerSecond / regions) + replication;
  expect(page).toContain(`| ${name} | ${together.toFixed(2)} | ${replication.toFixed(2)} |`);
});

it('the page has the monthly cost of the probe, with its alarms at most 2 dollars', () => {
  const cost = costOfProbe();
  const all = Object.values(cost).reduce((sum, part) => sum + part);
  const { Traces: traces = 0, Metric: metric = 0 } = cost;
  expect(page).toContain(`probe costs ${all.toFixed(2)} a month`);
  expect(page).toContain(`its traces ${traces.toFixed(2)} and its metric ${metric.toFixed(2)}`);
  expect(all + 4 * prices.alarmMetricMonth).toBeLessThanOrEqual(2);
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
