import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { tables } from '../../../functions/service.ts';
import { liveFunctions, resourceOf, resourcesOf, template } from '../../setup/synthesized.ts';

interface Graph {
  readonly title?: string;
  readonly alarms?: readonly string[];
  readonly metrics?: readonly unknown[][];
}

/** What CloudWatch gets, with ids in place of references. */
function body() {
  const { DashboardBody } = resourceOf('AWS::CloudWatch::Dashboard', template).Properties;
  const parts: readonly unknown[] = Object(DashboardBody)['Fn::Join'][1];
  const text = parts.map((part) =>
    typeof part === 'string' ? part : (Object(part).Ref ?? Object(part)['Fn::GetAtt'][0]),
  );
  return JSON.parse(text.join(''));
}

function graphs(): readonly Graph[] {
  const { widgets } = body();
  return widgets.map(({ properties }: { properties: Graph }) => properties);
}

it('shows each alarm', () => {
  const { alarms = [] } = graphs().find(({ title }) => title === 'Alarms') ?? {};
  const all = ['Alarm', 'CompositeAlarm'].flatMap((type) =>
    Object.keys(resourcesOf(`AWS::CloudWatch::${type}`)),
  );
  expect(alarms.toSorted()).toEqual(all.toSorted());
});

it('shows each function of clients, and each operation on a table that its role allows', () => {
  const shown = JSON.stringify(graphs());
  for (const fn of liveFunctions) {
    expect(shown).toContain(`"AWS/Lambda","Errors","FunctionName","${fn}"`);
    const role = Object(template.Resources[fn]?.Properties['Role'])['Fn::GetAtt'][0];
    const rights = JSON.stringify(template.Resources[role]?.Properties['Policies']);
    const granted = [...rights.matchAll(/"dynamodb:(\w+)".+?"Resource":{"Fn::GetAtt":\["(\w+)"/g)];
    expect(granted.length, `${fn} in tableUses of infra/service-stack.ts`).toBeGreaterThan(0);
    for (const [, operation, table] of granted)
      expect(shown).toContain(`"Operation","${operation}","TableName","${table}"`);
  }
});

/** A word of a label, or else of its graph's title, and the metric that it means. */
const meanings = {
  '2xx': 'Served',
  'our fault': 'Failed',
  '4xx': '4xx',
  '5xx': '5xx',
  '1000,': 'UnexpectedFailures',
  '1006,': 'StoreUnavailable',
  'unknown tokens': 'UnknownTokens',
  crashed: 'Errors',
  concurrency: 'Throttles',
  throttled: 'ThrottledRequests',
  ': failed': 'SystemErrors',
  // As clients wait, with the gateway and the authorizer.
  Latency: 'Latency',
  functions: 'Duration',
  DynamoDB: 'SuccessfulRequestLatency',
} as const;

const lines = graphs().flatMap(({ title = '', metrics = [] }) =>
  metrics.map((metric) => ({ title, metric, ...Object(metric.at(-1)) })),
);

it.each(lines)('the line "$label" of "$title" shows what its words say', (line) => {
  const { title, label, color, period, stat = 'Average', metric } = line;
  expect(period).toBe(60);
  const [, name] = metric;
  const meant = (words: string) => Object.entries(meanings).find(([word]) => words.includes(word));
  const [, right = name] = meant(label) ?? meant(title) ?? [];
  expect(name).toBe(right);
  for (const id of [...liveFunctions, ...Object.keys(tables)])
    if (label.includes(id)) expect(metric).toContain(id);
  if (title.includes('average')) expect(stat).toBe('Average');
  const [, percentile] = /(\d+) %/.exec(label) ?? /(\d+) %/.exec(title) ?? [];
  if (percentile) expect(stat).toBe(`p${percentile}`);
  if (title.endsWith('a minute')) expect(stat).toBe('Sum');
  if (color) {
    const [, red = '', green = ''] = /^#(..)(..)/.exec(color) ?? [];
    expect(green > red, 'what is served is green, and what fails is red').toBe(name === 'Served');
  }
});

it('shows a line for each label of its code: the CDK drops a metric that is there twice', () => {
  const source = readFileSync('infra/monitoring/service-dashboard.ts', 'utf8');
  const labels = [...source.matchAll(/\['(.+?)', /g)].map(([, label]) => label);
  expect(labels).not.toEqual([]);
  expect(lines.map(({ label }) => label)).toEqual(expect.arrayContaining(labels));
});

it('counts by minute, also in a longer time range', () => {
  expect(body().periodOverride).toBe('inherit');
});
