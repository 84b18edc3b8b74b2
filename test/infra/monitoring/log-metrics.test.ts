import { expect, it, onTestFinished, vi } from 'vitest';
import { createAuthorizer } from '../../../functions/authorize/authorize.ts';
import { createPlantHandler } from '../../../functions/create-plant/create-plant.ts';
import { Failure, type FailureKind, failures } from '../../../functions/http/failure.ts';
import { createProbeToken } from '../../../functions/probe/temporary-token.ts';
import { routes } from '../../../functions/service.ts';
import { probeIdentity } from '../../../functions/shared/probe-identity.ts';
import { createToken } from '../../../tools/commands/token/create-token.ts';
import { exampleJson } from '../../../tools/test/setup/contract.ts';
import { resourceOf, resourcesOf } from '../../setup/synthesized.ts';
import { context, createPlantEvent } from '../../setup/test-events.ts';
import { countedIn, filtersOf } from './cloudwatch-model.ts';

const filters = filtersOf();

/** The lines that a function logs, as Lambda's JSON format wraps them. */
async function logged(run: () => Promise<unknown>): Promise<unknown[]> {
  const lines: unknown[] = [];
  for (const level of ['info', 'warn', 'error'] as const) {
    const spy = vi.spyOn(console, level).mockImplementation((message) => {
      lines.push(JSON.parse(JSON.stringify({ timestamp: 'now', level: 'INFO', message })));
    });
    onTestFinished(() => spy.mockRestore());
  }
  await run();
  return lines;
}

it.each<[kind: FailureKind | undefined, metrics: string[]]>([
  ['unexpected', ['Failed', 'UnexpectedFailures']],
  ['unavailable', ['Failed', 'StoreUnavailable']],
  ['idTaken', []],
  [undefined, []],
])('CreatePlant: the failure %s is counted as %j', async (kind, metrics) => {
  const add = createPlantHandler(async () => {
    if (kind) throw new Failure(kind, 'no');
  });
  const lines = await logged(() => add(createPlantEvent(exampleJson()), context()));
  const counted = countedIn(/^CreatePlantLogs/, lines);
  // Its own count: routes.test.ts.
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
  [
    'an expired token of the probe',
    () => Promise.resolve({ ...record, client: probeIdentity.client, expires: 0 }),
    [],
  ],
  ['a store that fails', () => Promise.reject(new Error('down')), []],
  ['an allowed token', () => Promise.resolve(record), []],
  ['an unknown token of the probe', () => Promise.resolve(undefined), [], createProbeToken().text],
  ['a malformed token', () => Promise.resolve(undefined), [], `plant_${'0'.repeat(49)}`],
])('Authorize: %s is counted', async (_, find, metrics, token = createToken()) => {
  const event = { identitySource: [`Bearer ${token}`] } as never;
  const lines = await logged(() => createAuthorizer(find)(event).catch(() => {}));
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
    const { Format } = Object(
      resourceOf('AWS::ApiGatewayV2::Stage').Properties['AccessLogSettings'],
    );
    const timed = Format.replace('$context.responseLatency', milliseconds);
    const line = JSON.parse(timed.replaceAll(/\$context\.status/g, status));
    expect(countedIn(/AccessLogs/, [line])).toEqual(metrics);
    expect(countedIn(/AccessLogs/, [{ ...line, userAgent: probeIdentity.userAgent }])).toEqual([]);
  },
);

// Nobody failed: the client repeats it. The throttle also refuses the probe, on a night without a client.
it.each(['curl', probeIdentity.userAgent])('429 for %s is counted by itself', (userAgent) => {
  expect(countedIn(/AccessLogs/, [{ status: '429', userAgent }])).toEqual(['Throttled']);
});

it('the metrics of the access log have a zero for other lines, so that they always have a value', () => {
  for (const { LogGroupName, MetricTransformations } of filters) {
    const [{ DefaultValue, MetricName }] = MetricTransformations;
    // A zero would cost 0.30 dollars a month, also without any 429.
    const isAlways = /AccessLogs/.test(LogGroupName.Ref) && MetricName !== 'Throttled';
    expect(DefaultValue, MetricName).toBe(isAlways ? 0 : undefined);
  }
});

it('the query failed-requests finds what can fail by our fault, also a 400, and nothing else', () => {
  const queries = Object.values(resourcesOf('AWS::Logs::QueryDefinition'));
  const query = queries.find(({ Properties }) => /failed-requests$/.test(`${Properties['Name']}`));
  const [filter = ''] = /filter .+/.exec(`${query?.Properties['QueryString']}`) ?? [];
  const wanted = [...filter.matchAll(/\/(\^\d+)\/|"(\d+)"/g)];
  const forms = wanted.map(([, start, whole]) => RegExp(start ?? `^${whole}$`));
  const statuses = '200 400 401 403 404 413 429 431 500 503 504'.split(' ');
  const found = statuses.filter((status) => forms.some((form) => form.test(status)));
  expect(found).toEqual(['400', '429', '500', '503', '504']);
});
