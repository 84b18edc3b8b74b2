import { expect, it } from 'vitest';
import { resourceOf, resourcesOf, template } from '../../setup/synthesized.ts';

interface Graph {
  readonly title?: string;
  readonly alarms?: readonly string[];
  /** A namespace, a name, dimensions, and how the line is drawn. */
  readonly metrics?: readonly (readonly (string | { readonly stat?: string })[])[];
}

/** What the widgets show, as CloudWatch gets it, with ids in place of references. */
function graphs(): readonly Graph[] {
  const { DashboardBody } = resourceOf('AWS::CloudWatch::Dashboard', template).Properties;
  const parts: readonly unknown[] = Object(DashboardBody)['Fn::Join'][1];
  const text = parts.map((part) =>
    typeof part === 'string' ? part : (Object(part).Ref ?? Object(part)['Fn::GetAtt'][0]),
  );
  const { widgets } = JSON.parse(text.join(''));
  return widgets.map(({ properties }: { properties: Graph }) => properties);
}

it('the list of alarms has each one that calls somebody or rolls a release back', () => {
  const composites = resourcesOf('AWS::CloudWatch::CompositeAlarm');
  const rules = JSON.stringify(composites);
  const others = Object.keys(resourcesOf('AWS::CloudWatch::Alarm'));
  const { alarms = [] } = graphs().find(({ title }) => title === 'Alarms') ?? {};
  expect(alarms.toSorted()).toEqual(
    [...Object.keys(composites), ...others.filter((id) => !rules.includes(`"${id}"`))].toSorted(),
  );
});

it('shows sums per minute also if somebody zooms out', () => {
  expect(JSON.stringify(template)).toContain(String.raw`\"periodOverride\":\"inherit\"`);
});

/** A metric by its name, its operation, its function or table, and its percentile: `Duration CreatePlant p99`. */
function nameOf([, name, ...others]: NonNullable<Graph['metrics']>[number]): string {
  const values = others.filter((_, index) => index % 2 === 1).map(String);
  const { stat = '' } = Object(others.at(-1));
  return [
    name,
    ...values.filter((value) => !/^(ApiHttp|\$)/.test(value)),
    stat.match(/^p\d+/) ?? [],
  ]
    .flat()
    .join(' ');
}

it('each graph draws its own metrics', () => {
  const drawn = graphs().flatMap(({ metrics }) => (metrics ? [metrics.map(nameOf)] : []));
  const ofTables = (name: string) => [`${name} PutItem Plants`, `${name} GetItem Tokens`];
  expect(drawn).toEqual([
    ['Served', 'Failed', '4xx', '5xx'],
    ['Latency p50', 'Latency p90', 'Latency p99'],
    ['Duration CreatePlant p99', 'Duration Authorize p99'],
    ofTables('SuccessfulRequestLatency'),
    [
      'UnexpectedFailures',
      ...['Errors CreatePlant', 'Throttles CreatePlant', 'Errors Authorize', 'Throttles Authorize'],
    ],
    ['StoreUnavailable', ...ofTables('ThrottledRequests'), ...ofTables('SystemErrors')],
    ['UnknownTokens'],
  ]);
});
