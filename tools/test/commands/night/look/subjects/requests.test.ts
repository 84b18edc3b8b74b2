import { describe, expect, it } from 'vitest';
import { authorizer, pagingShare } from '../../../../../../functions/service.ts';
import { functionLog } from '../../../../../../infra/function-log.ts';
import { concurrency } from '../../../../../commands/night/look/subjects/concurrency.ts';
import { functionErrors } from '../../../../../commands/night/look/subjects/function-errors.ts';
import { refusedTokens } from '../../../../../commands/night/look/subjects/refused-tokens.ts';
import { requests } from '../../../../../commands/night/look/subjects/requests.ts';
import { silence } from '../../../../../commands/night/look/subjects/silence.ts';
import type { AwsState } from '../../../../setup/aws-model/aws-state.ts';
import { resourcesOf } from '../../../../setup/aws-model/find.ts';
import { expectChapters } from '../mending.ts';
import {
  accessLog,
  type Case,
  expectFound,
  formulaOf,
  functionLogGroup,
  functionName,
  judge,
  model,
  physicalId,
} from './judging.ts';

function logOfAuthorizer(state: AwsState): string {
  const fn = resourcesOf(state, 'AWS::Lambda::Function').find(
    ({ logicalId }) => logicalId === authorizer.functionName,
  );
  return fn?.properties.LoggingConfig.LogGroup ?? expect.fail('no authorizer');
}

function row(requests: string, fields: Readonly<Record<string, string>>) {
  const none = {
    error: '-',
    authorizerError: '-',
    integrationError: '-',
    integrationStatus: '-',
    functionStatus: '-',
  };
  return { requests, ...none, ...fields };
}

const cases: readonly Case[] = [
  [
    'requests fail',
    requests,
    (state) => {
      state.rows[accessLog(state)] = [
        row('90', { status: '200' }),
        row('4', {
          status: '500',
          authorizerError: 'text',
          first: '1796025600000',
          last: '1796027700000',
        }),
        row('6', {
          status: '502',
          first: '2026-11-30 07:55:00.000',
          last: '2026-11-30 08:40:09.000',
        }),
      ];
    },
    [
      {
        rank: 'HURTS',
        what: 'From 07:55 to 08:40 UTC, 10 of 100 requests of clients failed: 4 × 500: the authorizer did not answer, 6 × 502: the function crashed, or its time was over.',
      },
      { rank: 'HURTS', what: expect.stringContaining('of the probe failed') },
    ],
  ],
  [
    'a token worked in the last day, and is refused now',
    refusedTokens,
    (state) => {
      state.rows[logOfAuthorizer(state)] = [
        { 'message.lastFour': 'q3Ty', 'message.refused': 'unknown', refusals: '9' },
        { 'message.lastFour': 'aaaa', 'message.refused': 'unknown', refusals: '2' },
      ];
      state.rows[accessLog(state)] = [{ lastFour: 'q3Ty', answers: '75' }];
    },
    {
      rank: 'HURTS',
      what: 'In the last hour, a token was refused that worked within the last day.',
      detail: '…q3Ty: unknown',
    },
  ],
  [
    'a client is served, and one of its senders has an old token',
    refusedTokens,
    (state) => {
      const last = `${state.now.getTime() - 60_000}`;
      state.rows[logOfAuthorizer(state)] = [
        { 'message.lastFour': 'q3Ty', 'message.refused': 'revoked', refusals: '9' },
        { 'message.lastFour': 'Zr5d', 'message.refused': 'expired', refusals: '2' },
      ];
      state.rows[accessLog(state)] = [
        { client: 'nord', lastFour: 'q3Ty', answers: '75', last: '2026-11-27 00:00:00.000' },
        { client: 'nord', lastFour: 'x9Lm', answers: '75', last },
        { client: 'sued', lastFour: 'Zr5d', answers: '75', last },
      ];
    },
    [
      { detail: '…q3Ty: revoked', means: expect.stringContaining('is also served') },
      { detail: '…Zr5d: expired', means: expect.stringMatching(/^A client gets 403/) },
    ],
  ],
  [
    'a stranger tries tokens',
    refusedTokens,
    (state) => {
      state.rows[logOfAuthorizer(state)] = [
        { 'message.lastFour': 'aaaa', 'message.refused': 'unknown', refusals: '90' },
      ];
      state.rows[accessLog(state)] = [{ lastFour: 'q3Ty', answers: '75' }];
    },
    [],
  ],
  [
    'a function lost a right',
    functionErrors,
    (state) => {
      state.rows[functionLogGroup(state)] = [
        { 'message.error': '1000', 'message.cause.name': 'AccessDeniedException', times: '4' },
      ];
    },
    {
      rank: 'HURTS',
      about: functionName,
      what: expect.stringContaining('error 1000, AccessDeniedException'),
    },
  ],
  [
    'an answer about a function has no number',
    functionErrors,
    (state) => {
      state.rows[functionLogGroup(state)] = [{ '@message': 'a line' }];
    },
    [],
  ],
  [
    'another function uses the instances of the account',
    concurrency,
    (state) => {
      for (const { physicalId } of resourcesOf(state, 'AWS::Lambda::Function').slice(0, 2))
        state.metrics[`Throttles ${physicalId}`] = [7];
      state.metrics['ConcurrentExecutions report'] = [900];
    },
    {
      rank: 'HURTS',
      about: functionName,
      what: expect.stringMatching(
        `^In the last hour, .+ start ${functionName} 7 times, \\w+ 7 times\\.$`,
      ),
      means: expect.stringContaining('ask its owner'),
      detail: expect.stringContaining('delete-function-concurrency --function-name report'),
      commands: [
        'aws lambda put-function-concurrency --function-name report --reserved-concurrent-executions 250',
      ],
    },
    'stays for a while',
  ],
];

it.for(cases)('%s', expectFound);

it.each([
  [
    'KMS key access denied: not authorized to perform: kms:Decrypt',
    'a-key-of-kms',
    'Mend the key first',
  ],
  [
    'with an explicit deny in a service control policy',
    'when-a-store-fails',
    'Its owner must change it',
  ],
])('a function is refused by something else than its role: %s', async (cause, runbook, means) => {
  const denial = { 'message.error': '1000', 'message.cause.name': 'AccessDeniedException' };
  model.state.rows[functionLogGroup(model.state)] = [{ ...denial, times: '4', cause }];
  const { findings } = await judge(functionErrors);
  expect(findings).toMatchObject([
    { runbook, commands: [], means: expect.stringContaining(means) },
  ]);
});

it.each([
  ['TypeError', 'unexpectedfailure', 'Our code has a bug.'],
  ['ValidationException', 'when-a-store-fails', 'Clients repeat'],
  ['InternalServerError', 'when-a-store-fails', 'DynamoDB itself has a fault'],
])('an error 1000 with %s', async (name, runbook, means) => {
  const failure = { 'message.error': '1000', 'message.cause.name': name, times: '4' };
  model.state.rows[functionLogGroup(model.state)] = [failure];
  const { findings } = await judge(functionErrors);
  expect(findings).toMatchObject([{ runbook, means: expect.stringContaining(means) }]);
  expectChapters(findings);
});

it('many requests without a right token are noted, and few are not', async () => {
  const log = accessLog(model.state);
  model.state.rows[log] = [row('900', { status: '200' }), row('300', { status: '403' })];
  expect((await judge(requests)).notes).toEqual([
    expect.stringMatching(
      /300 of 1200 requests.* > npm run night -- query requests-by-client --stack PlantStore$/,
    ),
  ]);
  model.state.rows[log] = [row('900', { status: '200' }), row('60', { status: '403' })];
  expect((await judge(requests)).notes).toEqual([]);
});

it('finds requests with 429 at the same share as the alarm', () => {
  expect(formulaOf('Throttled')).toContain(`- (${pagingShare} * `);
});

/** The fields that a query names, such as `status` and `message.lastFour`. */
function fieldsOf(query: string): string[] {
  const named = /(?:\bby |, |filter |ispresent\(|latest\()([a-z][\w.]*)(?![\w.(])/g;
  return [...query.matchAll(named)].map(([, name = '']) => name);
}

it('asks the log of requests only for fields that the stage writes', async () => {
  const { state } = model;
  state.rows[logOfAuthorizer(state)] = [{ 'message.lastFour': 'q3Ty', refusals: '1' }];
  await judge(requests, refusedTokens);
  const [stage] = resourcesOf(state, 'AWS::ApiGatewayV2::Stage');
  const written = Object.keys(JSON.parse(stage?.properties.AccessLogSettings.Format));
  const queries = model.calls
    .map(({ input }) => input as { logGroupNames?: string[]; queryString?: string })
    .filter(({ logGroupNames }) => logGroupNames?.includes(accessLog(state)))
    .map(({ queryString = '' }) => queryString);
  expect(queries).toHaveLength(3);
  const asked = new Set(queries.flatMap(fieldsOf));
  expect(asked).toContain('status');
  expect([...asked].filter((name) => !written.includes(name))).toEqual([]);
});

it('asks the logs of functions only for fields that the functions write', async () => {
  await judge(refusedTokens, functionErrors);
  const queries = model.calls.map(({ input }) => (input as { queryString?: string }).queryString);
  const asked = new Set(queries.flatMap((query) => fieldsOf(query ?? '')));
  const written = [...Object.values(functionLog), 'level'];
  expect([...asked].filter((name) => !written.includes(name))).toEqual([]);
  expect(asked).toContain(functionLog.error);
});

describe('clients that do not come any more', () => {
  const perDay = 96;

  /** Requests in a quarter of an hour: now, and before. The probe sends 45. */
  function come(now: number, before: readonly number[], ofProbe = '200'): void {
    const { state } = model;
    const quarters = before.flatMap((count) => new Array<number>(perDay).fill(count));
    // With the quarter that is not complete yet.
    state.metrics[`Count ${physicalId(state, 'AWS::ApiGatewayV2::Api')}`] = [
      ...new Array<number>(6).fill(now),
      ...quarters,
    ];
    state.rows[accessLog(state)] = [row('180', { status: ofProbe })];
  }

  const eachDay = new Array<number>(8).fill(145);

  it('are found if nearly none is left, and noted if fewer than half are', async () => {
    come(47, eachDay);
    const { findings } = await judge(silence);
    expect(findings).toMatchObject([
      { rank: 'HURTS', what: expect.stringMatching(/^Clients sent 4 requests .* at least 200 /) },
    ]);
    expectChapters(findings);
    come(90, eachDay);
    const { findings: none, notes } = await judge(silence);
    expect(none).toEqual([]);
    expect(notes).toEqual([expect.stringContaining('Clients sent 90 requests')]);
  });

  it.each<[string, Parameters<typeof come>]>([
    ['more than half of them come', [100, eachDay]],
    ['one day was as quiet, such as a Sunday', [46, [145, 145, 46, 145, 145, 145, 145, 145]]],
    ['a quiet service never has many', [45, new Array<number>(8).fill(70)]],
    ['the stage is younger than a week', [46, eachDay.slice(4)]],
    ['the probe is not served either', [46, eachDay, '500']],
  ])('are not found if %s', async (_, counts) => {
    come(...counts);
    const { findings, notes } = await judge(silence);
    expect({ findings, notes }).toEqual({ findings: [], notes: [] });
  });
});
