import { expect, it } from 'vitest';
import { createAuthorizer } from '../../../functions/authorize/authorize.ts';
import { createPlantHandler } from '../../../functions/create-plant/create-plant.ts';
import { Failure, type FailureKind, failures } from '../../../functions/http/failure.ts';
import { routes } from '../../../functions/service.ts';
import { createToken } from '../../../tools/commands/token/create-token.ts';
import { exampleJson } from '../../../tools/test/setup/contract.ts';
import { loggedLines } from '../../setup/logged-lines.ts';
import { resourcesOf } from '../../setup/synthesized.ts';
import { context, gatewayEvent } from '../../setup/test-events.ts';
import { accessLine } from './access-line.ts';
import { countedIn, filtersOf } from './cloudwatch-model/filter-patterns.ts';

const filters = filtersOf();

it.each<[kind: FailureKind | undefined, metrics: string[]]>([
  ['unexpected', ['Failed', 'UnexpectedFailures']],
  ['unavailable', ['Failed', 'StoreUnavailable']],
  ['idTaken', []],
  [undefined, []],
])('CreatePlant: the failure %s is counted as %j', async (kind, metrics) => {
  const add = createPlantHandler(async () => {
    if (kind) throw new Failure(kind, 'no');
  });
  const lines = await loggedLines(() => add(gatewayEvent(exampleJson()), context()));
  const counted = countedIn(/^CreatePlantLogs/, lines);
  // Its own count: two-functions.test.ts.
  expect(counted.filter((metric) => metric !== 'CreatePlantFailed')).toEqual(metrics);
});

it.each(routes)('$functionName: our failures are counted, and no others', ({ functionName }) => {
  const log = new RegExp(`^${functionName}Logs`);
  for (const { error, level } of Object.values(failures)) {
    const isCounted = countedIn(log, [{ message: { error, client: 'nursery' } }]).includes(
      'Failed',
    );
    expect([error, isCounted]).toEqual([error, level !== 'info']);
  }
});

const record = { client: 'nursery', lastFour: 'abcd' };
const ended = ['EndedTokens'];
it.each([
  ['an unknown token', () => Promise.resolve(undefined), ['UnknownTokens']],
  ['an expired token', () => Promise.resolve({ ...record, expires: 0 }), ended],
  ['a revoked token', () => Promise.resolve({ ...record, revoked: 0 }), ended],
  ['a store that fails', () => Promise.reject(new Error('down')), []],
  ['an allowed token', () => Promise.resolve(record), []],
  ['a malformed token', () => Promise.resolve(undefined), [], `plant_${'0'.repeat(49)}`],
])('Authorize: %s is counted', async (_, find, metrics, token = createToken()) => {
  const event = { identitySource: [`Bearer ${token}`] } as never;
  const lines = await loggedLines(() => createAuthorizer(find)(event).catch(() => {}));
  expect(countedIn(/^AuthorizeLogs/, lines)).toEqual(metrics);
});

it.each([
  ['200', '1999', ['Served']],
  ['204', '1999', ['Served']],
  ['200', '2000', ['Served', 'Slow']],
  ['200', '12000', ['Served', 'Slow']],
  ...['500', '503', '504'].map((status) => [status, '29000', ['Failed']] as const),
  // The function's log says if a 400 is our fault; all others are the client's.
  ...['400', '401', '403', '404', '413'].map((status) => [status, '2000', []] as const),
] as const)(
  'a line of the access log: status %s after %s ms is counted as %j',
  (status, milliseconds, metrics) => {
    expect(countedIn(/AccessLogs/, [accessLine(status, milliseconds)])).toEqual(metrics);
  },
);

// Nobody failed: the client repeats it.
it('429 is counted by itself', () => {
  expect(countedIn(/AccessLogs/, [accessLine('429', '9')])).toEqual(['Throttled']);
});

it('the metrics of the access log have a zero for other lines, so that they always have a value', () => {
  for (const { LogGroupName, MetricTransformations } of filters) {
    const [{ DefaultValue, MetricName }] = MetricTransformations;
    // A zero would cost 0.30 dollars a month, also without any 429.
    const isAlways = /AccessLogs/.test(LogGroupName.Ref) && MetricName !== 'Throttled';
    expect(DefaultValue, MetricName).toBe(isAlways ? 0 : undefined);
  }
});

// Two at the same time could be refused.
it('of the filters of a log, each waits for the one before it', () => {
  const all = Object.entries(resourcesOf('AWS::Logs::MetricFilter'));
  const logOf = ([, { Properties }]: (typeof all)[number]) =>
    Object(Properties['LogGroupName']).Ref;
  const logs = Map.groupBy(all, logOf);
  expect(logs.size).toBeGreaterThan(2);
  for (const ofLog of logs.values()) {
    const ids = ofLog.map(([id]) => id);
    const awaited = ofLog.map(([, { DependsOn = [] }]) =>
      DependsOn.filter((id) => ids.includes(id)),
    );
    expect(awaited).toEqual([[], ...ids.slice(0, -1).map((id) => [id])]);
  }
});

it('a query that reads the field of a filter asks the log in which the filter counts', () => {
  const queries = Object.values(resourcesOf('AWS::Logs::QueryDefinition')).map(
    ({ Properties }) => ({
      text: `${Properties['QueryString']}`,
      logs: (Properties['LogGroupNames'] as { Ref: string }[]).map(({ Ref }) => Ref),
    }),
  );
  let found = 0;
  for (const { FilterPattern, LogGroupName } of filters) {
    // The first field of a pattern is what its log is about.
    const [field = ''] = /(?<=\$\.)[\w.]+/.exec(FilterPattern) ?? [];
    for (const { text, logs } of queries) {
      if (!RegExp(`(?<![\\w.])${field}\\b`).test(text)) continue;
      expect(logs, text).toContain(LogGroupName.Ref);
      found += 1;
    }
  }
  expect(found).toBeGreaterThan(0);
});
