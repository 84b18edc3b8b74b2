import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { memoryMegabytes } from '../../../infra/base.ts';
import { readSettings } from '../../../infra/settings.ts';
import { liveFunctions, resourcesOf, type Template } from '../../synthesized.ts';
import { domainIn, synthesizedWith } from '../../synthesized-with.ts';
import { percentOf } from '../in-words.ts';
import { prices } from './prices.ts';

const page = readFileSync('docs/COST.md', 'utf8');

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

function sum(costs: Record<string, number>): number {
  return Object.values(costs).reduce((all, cost) => all + cost);
}

function expectRows(costs: Record<string, number>, digits: number): void {
  for (const [part, cost] of Object.entries(costs)) {
    expect(page).toContain(`| ${part} | ${cost.toFixed(digits)} |`);
  }
}

function total(requestsPerSecond: number): string {
  return sum(costOfMillion(requestsPerSecond)).toFixed(2);
}

it('the page has the cost of a million requests', () => {
  expectRows(costOfMillion(10), 2);
  expect(page).toContain(`| **together** | **${total(10)}** |`);
});

it('the documents compare prices', () => {
  const more = percentOf(prices.gigabyteSecondOnX86 / prices.gigabyteSecond - 1);
  expect(page).toContain(`; \`architecture\` x86_64 costs ${more} more |`);
  expect(readFileSync('docs/DEPLOY.md', 'utf8')).toContain(`; \`x86_64\` costs ${more} more |`);
  const gigabyte = prices.replicatedGigabyte;
  expect(prices.gigabyteToOhio / gigabyte).toBe(0.5);
  expect(page).toContain(`costs ${gigabyte} per gigabyte (half of that to Ohio)`);
});

it.each([1, 10, 100, 1000])('the page has the cost at %i requests per second', (rate) => {
  expect(page).toContain(`| ${rate} | ${total(rate)} |`);
});

// docs/COST.md: "you pay for each write in every region with a replica"
// docs/COST.md: "each replica takes the writes of all regions"
it.each([
  ['one', 1],
  ['two', 2],
  ['two and a witness', 2],
  ['three', 3],
])('the page has the cost in %s regions', (regions, count) => {
  const gigabytes = (1e6 * 1024) / 2 ** 30;
  const replication =
    (count - 1) * (1e6 * prices.writeUnit + gigabytes * prices.replicatedGigabyte);
  const all = sum(costOfMillion(10 / count)) + replication;
  expect(page).toContain(`| ${regions} | ${all.toFixed(2)} | ${replication.toFixed(2)} |`);
});

/** US dollars a month for a stack that gets no request, by part. */
function costOfMonth(template?: Template): Record<string, number> {
  const alarms = Object.values(resourcesOf('AWS::CloudWatch::Alarm', template)).flatMap(
    ({ Properties }) => {
      const metrics = Properties['Metrics'] as { Expression?: string }[] | undefined;
      // An alarm on an expression is billed by the metrics in it.
      return metrics?.filter(({ Expression }) => Expression === undefined) ?? [Properties];
    },
  ).length;
  const filters = Object.values(resourcesOf('AWS::Logs::MetricFilter', template))
    .map((filter) => JSON.stringify(filter))
    // A metric of a client has no value, and no price, before the client is refused.
    .filter((filter) => !filter.includes('"Dimensions"'));
  const metrics = new Set(filters.map((filter) => filter.match(/"MetricName":"\w+"/)?.[0])).size;
  const composites = Object.keys(resourcesOf('AWS::CloudWatch::CompositeAlarm', template)).length;
  const tables = JSON.stringify(resourcesOf('AWS::DynamoDB::GlobalTable', template));
  const rules = Number(tables.match(/THROTTLED_KEYS/g)?.length);
  return {
    [`${metrics} metrics from the logs`]: metrics * prices.metricMonth,
    [`${alarms} alarm metrics`]: alarms * prices.alarmMetricMonth,
    [`${composites} composite alarms`]: composites * prices.compositeAlarmMonth,
    dashboard: prices.dashboardMonth,
    'key of the topics': prices.keyMonth,
    'rule that finds throttled ids': rules * prices.insightRuleMonth,
  };
}

it('the page has the cost of a month without a request, and README its dollars', () => {
  const kept = costOfMonth();
  expectRows(kept, 2);
  const [, ofProbe] = /^\| the probe's requests, traces and logs \| (.+) \|$/m.exec(page) ?? [];
  const month = sum(kept) + Number(ofProbe);
  expect(page).toContain(`| **together** | **${month.toFixed(2)}** |`);
  const perClient = prices.metricMonth + prices.alarmMetricMonth;
  expect(page).toContain(`expired or revoked token costs ${perClient.toFixed(2)} `);
  const withDomain = synthesizedWith(domainIn('eu-central-1')).stacks[0]?.template;
  const more = sum(costOfMonth(withDomain)) - sum(kept);
  expect(page).toContain(`certificate of a domain is ${more.toFixed(2)} more.`);
  const { template } = synthesizedWith({ stage: 'try', disposable: true }).stacks[0] ?? {};
  const disposable = sum(costOfMonth(template));
  expect(page).toContain(`A disposable stage has no probe and costs ${disposable.toFixed(2)}.`);
  const readme = readFileSync('README.md', 'utf8');
  for (const dollars of [disposable, month]) {
    expect(readme).toContain(`costs about ${dollars.toFixed(0)} dollars a month`);
  }
});

// docs/COST.md: "Below 1,000, a burst of 500 cold requests is throttled. Then set `throttleBurst` to half of the quota,
// because a request can start both functions."
it('a burst needs no more than the usual concurrency of an account', () => {
  expect(readSettings({}).throttleBurst * liveFunctions.length).toBe(1_000);
});

it('the page has the most that a day can cost at the default throttle', () => {
  const { throttleRate } = readSettings({});
  const requests = throttleRate * 86_400;
  const valid = (sum(costOfMillion(throttleRate)) / 1e6) * requests;
  const byte = (prices.loggedGigabyte / 2 ** 30) * requests;
  const time = 0.005 * (memoryMegabytes / 1024) * prices.gigabyteSecond;
  const trace = tracedShare(throttleRate) * prices.trace;
  // The gateway caches no decision for a new token.
  const refused = prices.gatewayRequest + prices.invocation + prices.readUnit + time + trace;
  const days = {
    'small plants, with a valid token': valid,
    'new unknown tokens: each is checked in 5 ms, and logs 1.5 KB':
      refused * requests + 1500 * byte,
    'plants of 400 KB, with a valid token': valid + (40_000 * 86_400 - requests) * prices.writeUnit,
  };
  expectRows(days, 0);
  expect(page).toContain(`8 KB more in each request are ${(8192 * byte).toFixed(0)} dollars a day`);
});
