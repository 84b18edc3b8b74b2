import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readSettings } from '../../../infra/settings.ts';
import { resourcesOf, type Template } from '../../synthesized.ts';
import { synthesizedWith } from '../../synthesized-with.ts';
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

function sum(costs: Record<string, number>): number {
  return Object.values(costs).reduce((all, cost) => all + cost);
}

function total(requestsPerSecond: number): string {
  return sum(costOfMillion(requestsPerSecond)).toFixed(2);
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

/** US dollars a month for a stack that gets no request, by part. */
function costOfMonth(template?: Template): Record<string, number> {
  const alarms = Object.values(resourcesOf('AWS::CloudWatch::Alarm', template));
  const alarmMetrics = alarms.flatMap(({ Properties }) => {
    const metrics = Properties['Metrics'] as { Expression?: string }[] | undefined;
    // An alarm on an expression is billed by the metrics in it.
    return metrics?.filter(({ Expression }) => Expression === undefined) ?? [Properties];
  }).length;
  const filters = Object.values(resourcesOf('AWS::Logs::MetricFilter', template)).map((filter) =>
    JSON.stringify(filter),
  );
  // A metric of a client has no value, and no price, before the client is refused.
  const perClient = filters.filter((filter) => filter.includes('"Dimensions"'));
  expect(perClient).toEqual([expect.stringContaining('"MetricName":"EndedTokens"')]);
  const names = filters.map((filter) => filter.match(/"MetricName":"\w+"/)?.[0]);
  const metrics = new Set(names).size - perClient.length;
  const composites = Object.keys(resourcesOf('AWS::CloudWatch::CompositeAlarm', template)).length;
  const tables = JSON.stringify(resourcesOf('AWS::DynamoDB::GlobalTable', template));
  return {
    [`${metrics} metrics from the logs`]: metrics * prices.metricMonth,
    [`${alarmMetrics} alarm metrics`]: alarmMetrics * prices.alarmMetricMonth,
    [`${composites} composite alarms`]: composites * prices.compositeAlarmMonth,
    dashboard: prices.dashboardMonth,
    'key of the topics': prices.keyMonth,
    'rule that finds throttled ids':
      Number(tables.match(/THROTTLED_KEYS/g)?.length) * prices.insightRuleMonth,
  };
}

it('the page has the cost of a month without a request, and README its dollars', () => {
  const ofProbe = /^\| the probe's requests, traces and logs \| ([\d.]+) \|$/m.exec(page)?.[1];
  const kept = costOfMonth();
  for (const [part, cost] of Object.entries(kept)) {
    expect(page).toContain(`| ${part} | ${cost.toFixed(2)} |`);
  }
  const month = sum(kept) + Number(ofProbe);
  expect(page).toContain(`| **together** | **${month.toFixed(2)}** |`);
  const perClient = prices.metricMonth + prices.alarmMetricMonth;
  expect(page).toContain(
    `Each client with an expired or revoked token costs ${perClient.toFixed(2)} `,
  );
  const context = { stage: 'try', disposable: true };
  const disposable = sum(
    costOfMonth(synthesizedWith(context).getStackByName('PlantStore-try').template),
  );
  expect(page).toContain(`A disposable stage has no probe and costs ${disposable.toFixed(2)}.`);
  const readme = readFileSync('README.md', 'utf8');
  expect(readme).toContain(`costs about ${disposable.toFixed(0)} dollars a month:`);
  expect(readme).toContain(
    `\`production\` costs about ${month.toFixed(0)} dollars a month without a request`,
  );
});

it('the page has the most that a day can cost at the default throttle', () => {
  const { throttleRate } = readSettings({});
  const millions = (throttleRate * 86_400) / 1e6;
  const day = (name: string, dollars: number) =>
    expect(page).toContain(`| ${name} | ${Math.round(dollars).toLocaleString('en')} |`);
  const valid = costOfMillion(throttleRate);
  day('small plants, with a valid token', sum(valid) * millions);
  // The gateway caches no decision for a new token. Lambda's two lines, the function's and that of the access log.
  const refused = {
    gateway: prices.gatewayRequest + prices.invocation + prices.readUnit,
    time: 0.005 * (memoryMegabytes / 1024) * prices.gigabyteSecond,
    logs: (1500 / 2 ** 30) * prices.loggedGigabyte,
    traces: tracedShare(throttleRate) * prices.trace,
  };
  day(
    'new unknown tokens: each is checked in 5 ms, and logs 1.5 KB',
    sum(refused) * 1e6 * millions,
  );
  const writes = 40_000 * 86_400 * prices.writeUnit;
  const others = { ...valid, 'DynamoDB, writes': 0 };
  day('plants of 400 KB, with a valid token', writes + sum(others) * millions);
  const userAgents = ((8 * 1024) / 2 ** 30) * prices.loggedGigabyte * 1e6 * millions;
  expect(page).toContain(`8 KB more in each request are ${userAgents.toFixed(0)} dollars a day`);
});
