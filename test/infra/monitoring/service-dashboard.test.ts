import { expect, it } from 'vitest';
import { readSettings } from '../../../infra/settings.ts';
import { liveNames, resourceOf, resourcesOf, template } from '../../setup/synthesized.ts';
import { published } from './cloudwatch-model/published-metrics.ts';

interface Graph {
  readonly title?: string;
  readonly alarms?: readonly string[];
  readonly metrics?: readonly (readonly unknown[])[];
  readonly markdown?: string;
  readonly annotations?: { readonly horizontal: readonly { readonly value: number }[] };
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

const { periodOverride, widgets } = body();
const graphs: readonly Graph[] = widgets.map(({ properties }: { properties: Graph }) => properties);
/** Each line: a namespace, a name, pairs of dimensions, and how it is drawn. */
const lines = graphs.flatMap(({ metrics = [] }) => metrics);

it('shows each alarm', () => {
  const shown = graphs.flatMap(({ alarms = [] }) => alarms);
  const all = ['Alarm', 'CompositeAlarm'].flatMap((type) =>
    Object.keys(resourcesOf(`AWS::CloudWatch::${type}`)),
  );
  expect(shown.toSorted()).toEqual(all.toSorted());
});

it('shows each function of clients, and each operation on a table that its role allows', () => {
  const drawn = JSON.stringify(lines);
  const isShown = (...words: string[]) => drawn.includes(words.map((one) => `"${one}"`).join());
  for (const fn of liveNames) {
    expect(isShown('AWS/Lambda', 'Errors', 'FunctionName', fn), `${fn} on the dashboard`).toBe(
      true,
    );
    const role = Object(template.Resources[fn]?.Properties['Role'])['Fn::GetAtt'][0];
    const rights = JSON.stringify(template.Resources[role]?.Properties['Policies']);
    const granted = [...rights.matchAll(/"dynamodb:(\w+)".+?"Resource":{"Fn::GetAtt":\["(\w+)"/g)];
    expect(granted.length, `${fn} in tableUses of infra/service-stack.ts`).toBeGreaterThan(0);
    for (const [, operation = '', table = ''] of granted) {
      const use = `${operation} on ${table} in tableUses of infra/service-stack.ts`;
      expect(isShown('Operation', operation, 'TableName', table), use).toBe(true);
    }
  }
});

it('each line has values, by the minute', () => {
  for (const line of lines) {
    const { expression, period, stat } = Object(line.at(-1));
    const which = JSON.stringify(line);
    expect(period, which).toBe(60);
    if (expression !== undefined) continue;
    const [namespace, name, ...dimensions] = line.slice(0, -1);
    const keys = dimensions.filter((_, index) => index % 2 === 0).toSorted();
    expect(published[`${namespace} by ${keys}`], which).toContain(name);
    // Without a word, CloudWatch takes the average: of a count, that is 1.
    const isTime = ['Latency', 'Duration', 'SuccessfulRequestLatency'].includes(String(name));
    if (!isTime) expect(['Sum', 'SampleCount', 'Maximum'], which).toContain(stat);
  }
});

/** What a line with such a label draws. `$1` and `$2` are parts of the label. */
const meanings: readonly [label: RegExp, drawn: string][] = [
  [/^answered 2xx$/, 'PlantStore Served'],
  [/^failed by our fault$/, 'PlantStore Failed'],
  [/^2xx that took /, 'PlantStore Slow'],
  [/^refused with 429$/, 'PlantStore Throttled'],
  [/^4xx/, 'AWS/ApiGateway 4xx'],
  [/^5xx/, 'AWS/ApiGateway 5xx'],
  [/^1000/, 'PlantStore UnexpectedFailures'],
  [/^1006/, 'PlantStore StoreUnavailable'],
  [/^(\w+) crashed$/, 'AWS/Lambda Errors FunctionName $1'],
  [/^refused: (\w+)$/, 'AWS/Lambda Throttles FunctionName $1'],
  [/^(\w+) on (\w+): throttled$/, 'AWS/DynamoDB ThrottledRequests Operation $1 TableName $2'],
  [/^(\w+) on (\w+): failed$/, 'AWS/DynamoDB SystemErrors Operation $1 TableName $2'],
  [/^(\w+) on (\w+)$/, 'AWS/DynamoDB SuccessfulRequestLatency Operation $1 TableName $2'],
  [/^unknown$/, 'PlantStore UnknownTokens'],
  [/^expired or revoked$/, 'EndedTokens'],
  [/^runs$/, 'AWS/Lambda Invocations FunctionName Probe'],
  [/^failed: \d, by our code: \d$/, 'PlantStore ProbeFailures'],
  [/^ended with an error$/, 'AWS/Lambda Errors FunctionName Probe'],
  [/^requests$/, 'AWS/ApiGateway Count'],
  [/^in the account, at most$/, 'AWS/Lambda ConcurrentExecutions'],
  [/^half of requests$/, 'AWS/ApiGateway Latency p50'],
  [/^90 %$/, 'AWS/ApiGateway Latency p90'],
  [/^99 %$/, 'AWS/ApiGateway Latency p99'],
];

/** A line as words: namespace, name and dimensions, and the share of a percentile. */
function wordsOf(line: readonly unknown[]): string {
  const { expression, stat } = Object(line.at(-1));
  const [, searched = ''] = /MetricName="(\w+)"/.exec(`${expression}`) ?? [];
  const share = /^p\d/.test(`${stat}`) ? [stat] : [];
  return [...line.slice(0, -1), searched, ...share]
    .filter((word) => !['', 'ApiId', 'Stage', '$default'].includes(String(word)))
    .filter((word) => !/^ApiHttp/.test(String(word)))
    .join(' ');
}

/** What a line draws, by its label and the title of its graph. */
function drawnBy(title: string, label: string): string | undefined {
  if (title.startsWith('Write units'))
    return `AWS/DynamoDB ConsumedWriteCapacityUnits TableName ${label}`;
  if (title.startsWith('Time in the functions'))
    return `AWS/Lambda Duration FunctionName ${label} p99`;
  const [pattern = /^$/, drawn] = meanings.find(([one]) => one.test(label)) ?? [];
  const [, first = '', second = ''] = pattern.exec(label) ?? [];
  return drawn?.replace('$1', first).replace('$2', second);
}

it.each(graphs.filter(({ metrics }) => metrics !== undefined))(
  '$title: each line has the label of what it draws',
  ({ title, metrics = [] }) => {
    for (const line of metrics) {
      const { label } = Object(line.at(-1));
      expect(wordsOf(line), label).toBe(drawnBy(`${title}`, label));
    }
  },
);

// Of two lines that draw the same, the CDK leaves one out. A service can be without the probe.
it.each(meanings.filter(([, drawn]) => !drawn.includes('Probe')))('draws a line %s', (label) => {
  const labels = lines.map((line) => Object(line.at(-1)).label);
  expect(labels).toContainEqual(expect.stringMatching(label));
});

it('keeps sums by the minute in a longer time range', () => {
  expect(periodOverride).toBe('inherit');
});

// The settings are by the second, and the lines by the minute.
it('draws each limit where its line would reach it', () => {
  const { throttleRate, maxWriteUnits } = readSettings({});
  const limitOf = (metric: string) => {
    const graph = graphs.find(({ metrics }) => metrics?.some(([, name]) => name === metric));
    return graph?.annotations?.horizontal.map(({ value }) => value);
  };
  expect(limitOf('Count')).toEqual([60 * throttleRate]);
  expect(limitOf('ConsumedWriteCapacityUnits')).toEqual([60 * maxWriteUnits]);
});

it('names each saved query', () => {
  const text = graphs.map(({ markdown }) => markdown).join();
  for (const { Properties } of Object.values(resourcesOf('AWS::Logs::QueryDefinition'))) {
    expect(text).toContain(Properties['Name']);
  }
});

/** AWS draws so many metrics without cost. */
const most = 50;

it('costs nothing', () => {
  const advice =
    'A dashboard with more than 50 metrics costs 3 dollars a month. Draw fewer lines in infra/monitoring/service-dashboard.ts, or write a higher limit here and the price into docs/COST.md.';
  expect(lines.length, advice).toBeLessThanOrEqual(most);
});

// .github/CONTRIBUTING.md says from which function on it costs something.
it('costs nothing with four functions of clients, each with an operation of its own on a table', () => {
  const linesOf = (word: string) => lines.filter((line) => line.includes(word));
  const perFunction = linesOf(liveNames[0] ?? '').length;
  const ofUses = linesOf('Operation');
  // An operation on a table has a line for each of its metrics.
  const uses = new Set(ofUses.map((line) => JSON.stringify(line.slice(2, -1))));
  const perUse = ofUses.length / uses.size;
  const linesOfFour =
    lines.length + (4 - liveNames.length) * perFunction + (4 - uses.size) * perUse;
  expect(linesOfFour).toBeLessThanOrEqual(most);
});
