import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { authorize } from '../../../../functions/authorize/authorize.ts';
import { generateToken } from '../../../../functions/authorize/token.ts';
import { createPlant } from '../../../../functions/create-plant/create-plant.ts';
import { Failure } from '../../../../functions/create-plant/failure.ts';
import { context, createPlantEvent } from '../../../events.ts';
import { resourceOf, resourcesOf } from '../../../synthesized.ts';
import { matches } from './filter-pattern.ts';

interface Filter {
  readonly FilterPattern: string;
  readonly LogGroupName: { readonly Ref: string };
  readonly MetricTransformations: [
    { readonly MetricName: string; readonly MetricValue: string; readonly DefaultValue: number },
  ];
}

const filters = Object.values(resourcesOf('AWS::Logs::MetricFilter')).map(
  ({ Properties }) => Properties as unknown as Filter,
);

/** The metrics that count what a function logs, as Lambda's JSON format wraps it. */
async function countedOf(fn: string, run: () => Promise<unknown>): Promise<string[]> {
  const lines: unknown[] = [];
  for (const level of ['info', 'warn', 'error'] as const) {
    const spy = vi.spyOn(console, level).mockImplementation((message) => lines.push(message));
    onTestFinished(() => spy.mockRestore());
  }
  await run();
  const records = lines.map((message) => ({ timestamp: 'now', level: 'INFO', message }));
  return filters
    .filter(({ LogGroupName }) => LogGroupName.Ref.startsWith(`${fn}Logs`))
    .filter(({ FilterPattern }) =>
      records.some((record) => matches(FilterPattern, JSON.parse(JSON.stringify(record)))),
    )
    .map(({ MetricTransformations: [{ MetricName }] }) => MetricName);
}

describe('a failure of CreatePlant', () => {
  const plant = '{"id":1,"name":"Fern"}';
  const failing = (failure: unknown) => createPlant(() => Promise.reject(failure));

  it.each([
    {
      what: 'a bug',
      failure: new TypeError('x is undefined'),
      metrics: ['UnexpectedFailures', 'Failed'],
    },
    {
      what: 'a store that is down',
      failure: new Failure('unavailable', 'later'),
      metrics: ['StoreUnavailable', 'Failed'],
    },
    { what: 'a taken id', failure: new Failure('idTaken', 'taken'), metrics: ['ClientFailures'] },
    { what: 'a large plant', failure: new Failure('tooLarge', 'x'), metrics: ['ClientFailures'] },
  ])('for $what is counted as $metrics', async ({ failure, metrics }) => {
    const run = () => failing(failure)(createPlantEvent(plant), context());
    expect(await countedOf('CreatePlant', run)).toEqual(metrics);
  });

  it.each([
    ['no body', createPlantEvent(undefined)],
    [
      'another content type',
      createPlantEvent(plant, { headers: { 'content-type': 'text/plain' } }),
    ],
    ['no NewPlant', createPlantEvent('{}')],
  ])('for %s is a client’s', async (_, event) => {
    const run = () => createPlant(() => Promise.resolve())(event, context());
    expect(await countedOf('CreatePlant', run)).toEqual(['ClientFailures']);
  });

  it('is what is counted: no success is', async () => {
    const run = () => createPlant(() => Promise.resolve())(createPlantEvent(plant), context());
    expect(await countedOf('CreatePlant', run)).toEqual([]);
  });
});

describe('the authorizer', () => {
  const event = { identitySource: [`Bearer ${generateToken()}`] } as never;

  it('is counted when it refuses a token', async () => {
    const run = () => authorize(() => Promise.resolve(undefined))(event);
    expect(await countedOf('Authorize', run)).toEqual(['RefusedTokens']);
  });

  it('is counted when its store fails', async () => {
    const run = () => authorize(() => Promise.reject(new Error('down')))(event).catch(() => {});
    expect(await countedOf('Authorize', run)).toEqual(['TokenStoreFaults']);
  });

  it('is not counted when it allows', async () => {
    const run = () => authorize(() => Promise.resolve({ client: 'x', lastFour: 'abcd' }))(event);
    expect(await countedOf('Authorize', run)).toEqual([]);
  });
});

describe('a line of the access log', () => {
  it.each([
    ['200', ['Served']],
    ['429', ['Failed']],
    ['500', ['Failed']],
    ['503', ['Failed']],
    ['504', ['Failed']],
    // Whose fault a 400 is, the function's log says; all others are the client's.
    ['400', []],
    ['401', []],
    ['403', []],
    ['404', []],
    ['413', []],
  ])('with status %s is counted as %j', (status, metrics) => {
    const { Format } = resourceOf('AWS::ApiGatewayV2::Stage').Properties['AccessLogSettings'] as {
      Format: string;
    };
    const line = JSON.parse(Format.replaceAll(/\$context\.status/g, status));
    const ofAccessLog = filters.filter(({ LogGroupName }) => /AccessLogs/.test(LogGroupName.Ref));
    const counted = ofAccessLog.filter(({ FilterPattern }) => matches(FilterPattern, line));
    expect(ofAccessLog).toHaveLength(2);
    expect(counted.map(({ MetricTransformations: [{ MetricName }] }) => MetricName)).toEqual(
      metrics,
    );
  });
});

it('counts one for each line, and zero for all other lines', () => {
  const [ended = [], plain = []] = [true, false].map((isEnded) =>
    filters.filter(
      ({ MetricTransformations: [{ MetricName }] }) => (MetricName === 'EndedTokens') === isEnded,
    ),
  );
  expect([ended.length, plain.length]).toEqual([1, 8]);
  for (const { MetricTransformations } of plain) {
    expect(MetricTransformations).toEqual([
      expect.objectContaining({ MetricValue: '1', DefaultValue: 0, MetricNamespace: 'PlantStore' }),
    ]);
  }
});
