import { describe, expect, it, vi } from 'vitest';
import { authorizer, routes } from '../../../../../functions/service.ts';
import { optionalSettings, synthesizedWith } from '../../../../../test/setup/synthesized.ts';
import { createAsking } from '../../../../commands/night/look/asking.ts';
import { expectedResources } from '../../../../commands/night/look/expected.ts';
import type { Finding } from '../../../../commands/night/look/finding.ts';
import { addresses } from '../../../../commands/night/look/subjects/addresses.ts';
import { alarmStates } from '../../../../commands/night/look/subjects/alarm-states.ts';
import { subjects } from '../../../../commands/night/look/subjects/all-subjects.ts';
import { concurrency } from '../../../../commands/night/look/subjects/concurrency.ts';
import { deploys } from '../../../../commands/night/look/subjects/deploys.ts';
import { domain } from '../../../../commands/night/look/subjects/domain.ts';
import { functionErrors } from '../../../../commands/night/look/subjects/function-errors.ts';
import { latency } from '../../../../commands/night/look/subjects/latency.ts';
import { liveVersions } from '../../../../commands/night/look/subjects/live-versions.ts';
import { otherTables } from '../../../../commands/night/look/subjects/other-tables.ts';
import { refusedTokens } from '../../../../commands/night/look/subjects/refused-tokens.ts';
import { releases } from '../../../../commands/night/look/subjects/releases.ts';
import { requests } from '../../../../commands/night/look/subjects/requests.ts';
import { stackState } from '../../../../commands/night/look/subjects/stack-state.ts';
import { strangers } from '../../../../commands/night/look/subjects/strangers.ts';
import type { Subject } from '../../../../commands/night/look/subjects/subject.ts';
import { tableStates } from '../../../../commands/night/look/subjects/table-states.ts';
import { readStage } from '../../../../commands/night/stage.ts';
import type { AwsState } from '../../../setup/aws-model/aws-state.ts';
import { resourcesOf } from '../../../setup/aws-model/find.ts';
import { useAwsModel } from '../../../setup/aws-model/use-aws-model.ts';
import { patience } from '../../../setup/slow.ts';
import { expectChapters, expectCommands, isPlayable, play } from './mending.ts';

const { template } = await synthesizedWith(optionalSettings);
const { model, clients } = await useAwsModel({ template });
const healthy = await readStage(clients, 'PlantStore');
const expected = expectedResources(healthy);

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** What a subject says of the stand-in. */
async function judge(...some: readonly Subject<unknown>[]) {
  const stage = { ...healthy, status: `${model.state.stack.status}` };
  const asked = { stage, expected, now: model.state.now };
  const asking = createAsking(clients, patience);
  const judged = await Promise.all(
    some.map(async (subject) => subject.judge(await subject.ask(asking, asked), asked)),
  );
  expect(asking.unasked).toEqual(new Map());
  return {
    findings: judged.flatMap(({ findings }) => findings),
    facts: judged.flatMap(({ facts = [] }) => facts),
    notes: judged.flatMap(({ notes = [] }) => notes.map(({ text }) => text)),
    remarks: judged.flatMap(({ remarks = [] }) => remarks),
  };
}

/** A request without a token gets this status. */
function answerWith(status: number): void {
  vi.stubGlobal('fetch', async () => new Response('', { status }));
}

function failWith(code: string): void {
  const cause = Object.assign(new Error(code), { code });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed', { cause })));
}

function ago(state: AwsState, milliseconds: number): Date {
  return new Date(state.now.getTime() - milliseconds);
}

function turnOn(
  state: AwsState,
  name: string,
  since: Date,
  value = 'ALARM' as 'ALARM' | 'INSUFFICIENT_DATA',
) {
  state.alarms[`PlantStore-${name}`] = { value, since, reason: '' };
}

function physicalId(state: AwsState, type: string): string {
  return resourcesOf(state, type)[0]?.physicalId ?? expect.fail(`no ${type}`);
}

function move(state: AwsState, created: Date): void {
  state.deployments.push({
    id: 'd-1A2B3C',
    application: physicalId(state, 'AWS::CodeDeploy::Application'),
    group: physicalId(state, 'AWS::CodeDeploy::DeploymentGroup'),
    status: 'InProgress',
    created,
    currentVersion: '12',
    targetVersion: '13',
    weight: 30,
  });
}

const key = 'arn:aws:kms:eu-central-1:123456789012:key/0a1b2c3d';

function encrypt(state: AwsState, keyState: 'Enabled' | 'Disabled' | 'PendingDeletion'): void {
  state.tableStates[physicalId(state, 'AWS::DynamoDB::GlobalTable')] = { kmsKeyArn: key };
  state.kmsKeys[key] = keyState;
}

function certificate(state: AwsState) {
  return Object.values(state.certificates)[0] ?? expect.fail('no certificate');
}

function accessLog(state: AwsState): string {
  return `/aws/vendedlogs/http-apis/${state.stack.outputs['ApiId']}`;
}

function logOfAuthorizer(state: AwsState): string {
  const fn = resourcesOf(state, 'AWS::Lambda::Function').find(
    ({ logicalId }) => logicalId === 'Authorize',
  );
  return fn?.properties.LoggingConfig.LogGroup ?? expect.fail('no Authorize');
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

const throttle = expect.stringMatching(
  /^aws apigatewayv2 update-stage .*ThrottlingBurstLimit=\d+,ThrottlingRateLimit=\d+$/,
);

type Expected = Partial<Finding> | readonly Partial<Finding>[];
// biome-ignore lint/suspicious/noExplicitAny: each subject has other answers.
type Case = readonly [string, Subject<any>, (state: AwsState) => void, Expected];

/** What is broken, and what is found. */
const cases: readonly Case[] = [
  [
    'a page is on, with its parts',
    alarmStates,
    (state) => {
      turnOn(state, 'Unavailable', ago(state, 3 * minute));
      turnOn(state, 'ProbeFails', ago(state, 4 * minute));
    },
    {
      rank: 'HURTS',
      what: expect.stringMatching(/^The alarm Unavailable is on and pages, because of ProbeFails/),
      runbook: 'unavailable',
      commands: [],
    },
  ],
  [
    'an alarm that began after a deploy',
    alarmStates,
    (state) => turnOn(state, 'Throttled', new Date(state.stack.updated.getTime() + 10 * minute)),
    {
      commands: [
        ...[...routes, authorizer].map(
          ({ functionName }) => `npm run night -- roll-back ${functionName} --stack PlantStore`,
        ),
        throttle,
      ],
    },
  ],
  [
    'an alarm about the limits, which people can raise',
    alarmStates,
    (state) => turnOn(state, 'NearThrottle', ago(state, hour)),
    { rank: 'HURTS', commands: [throttle] },
  ],
  [
    'a ticket is on',
    alarmStates,
    (state) => turnOn(state, 'UnknownTokens', ago(state, hour)),
    { rank: 'HURTS', what: expect.stringContaining('makes a ticket'), runbook: 'unknowntokens' },
  ],
  [
    'an alarm of a release is on',
    alarmStates,
    (state) => turnOn(state, 'ProbeRelease', ago(state, 3 * minute)),
    { rank: 'BLOCKS', what: 'The alarm ProbeRelease is on.' },
  ],
  [
    'an alarm has no data',
    alarmStates,
    (state) => turnOn(state, 'Failing', ago(state, hour), 'INSUFFICIENT_DATA'),
    { rank: 'SILENT', what: 'The alarm Failing has no data.' },
  ],
  [
    'an alarm has no data, because it is new',
    alarmStates,
    (state) => turnOn(state, 'ProbeSilent', ago(state, 15 * minute), 'INSUFFICIENT_DATA'),
    [],
  ],
  [
    'an alarm is muted',
    alarmStates,
    (state) =>
      state.muteRules.push({
        name: 'holiday',
        alarmNames: ['PlantStore-Unavailable'],
        status: 'ACTIVE',
      }),
    {
      rank: 'SILENT',
      commands: ['aws cloudwatch delete-alarm-mute-rule --alarm-mute-rule-name holiday'],
    },
  ],
  [
    "another stage's alarm is muted",
    alarmStates,
    (state) =>
      state.muteRules.push({
        name: 'staging',
        alarmNames: ['PlantStore-staging-Unavailable'],
        status: 'ACTIVE',
      }),
    [],
  ],
  [
    'an address was never confirmed',
    addresses,
    (state) => state.unconfirmed.push('on-call@example.com'),
    { rank: 'SILENT', what: expect.stringContaining('was never confirmed') },
  ],
  [
    'nobody confirmed',
    addresses,
    (state) => state.unconfirmed.push('team@example.com'),
    { rank: 'SILENT', means: 'Its alarms call nobody.' },
  ],
  [
    'the last deploy was taken back',
    stackState,
    (state) => {
      state.stack.status = 'UPDATE_ROLLBACK_COMPLETE';
      state.stack.events = [
        {
          time: ago(state, hour),
          id: 'PlantStore',
          status: 'UPDATE_ROLLBACK_COMPLETE',
          reason: '',
        },
        {
          time: ago(state, 2 * hour),
          id: 'CreatePlantAliaslive',
          status: 'UPDATE_FAILED',
          reason: 'an alarm',
        },
        {
          time: ago(state, 3 * hour),
          id: 'PlantStore',
          status: 'UPDATE_IN_PROGRESS',
          reason: 'User Initiated',
        },
        // Of the deploy before it.
        {
          time: ago(state, 4 * hour),
          id: 'Tokens',
          status: 'UPDATE_FAILED',
          reason: 'another reason',
        },
      ];
    },
    {
      rank: 'BLOCKS',
      what: expect.stringContaining('CreatePlantAliaslive'),
      detail: 'an alarm',
      runbook: 'a-release-took-itself-back',
    },
  ],
  [
    'a rollback failed',
    stackState,
    (state) => {
      state.stack.status = 'UPDATE_ROLLBACK_FAILED';
    },
    {
      rank: 'BLOCKS',
      commands: ['aws cloudformation continue-update-rollback --stack-name PlantStore'],
    },
  ],
  [
    'the stack is deleted in part',
    stackState,
    (state) => {
      state.stack.status = 'DELETE_FAILED';
    },
    { rank: 'STOPS', runbook: 'a-stack-that-was-deleted', commands: [] },
  ],
  [
    'a first deploy failed',
    stackState,
    (state) => {
      state.stack.status = 'ROLLBACK_COMPLETE';
    },
    { rank: 'BLOCKS', commands: ['aws cloudformation delete-stack --stack-name PlantStore'] },
  ],
  [
    'a deploy failed, and was not taken back',
    stackState,
    (state) => {
      state.stack.status = 'UPDATE_FAILED';
    },
    { rank: 'BLOCKS', commands: ['aws cloudformation rollback-stack --stack-name PlantStore'] },
  ],
  [
    'a deploy runs',
    stackState,
    (state) => {
      state.stack.status = 'UPDATE_IN_PROGRESS';
      move(state, ago(state, 9 * minute));
    },
    [],
  ],
  [
    'a release does not end',
    releases,
    (state) => move(state, ago(state, 3 * hour)),
    {
      rank: 'BLOCKS',
      commands: ['aws deploy stop-deployment --deployment-id d-1A2B3C --auto-rollback-enabled'],
    },
  ],
  [
    'the traffic is divided, and nothing moves it',
    releases,
    (state) => {
      const [alias] = resourcesOf(state, 'AWS::Lambda::Alias');
      const AdditionalVersionWeights = [{ FunctionVersion: '12', FunctionWeight: 0.1 }];
      if (alias) alias.properties.RoutingConfig = { AdditionalVersionWeights };
    },
    {
      rank: 'HURTS',
      what: '10 % of the requests to CreatePlant go to version 12, and no release moves.',
    },
  ],
  [
    'Lambda cannot start a function',
    releases,
    (state) => {
      state.functionStates[physicalId(state, 'AWS::Lambda::Function')] = {
        State: 'Failed',
        StateReasonCode: 'DisabledKMSKey',
      };
    },
    { rank: 'STOPS', about: 'CreatePlant' },
  ],
  [
    'the stack has no termination protection',
    stackState,
    (state) => {
      state.stack.terminationProtection = false;
    },
    { rank: 'UNSAFE', what: 'The stack has no termination protection.' },
  ],
  [
    'another function uses the instances of the account',
    concurrency,
    (state) => {
      state.metrics[`Throttles ${physicalId(state, 'AWS::Lambda::Function')}`] = [7];
      state.metrics['ConcurrentExecutions report'] = [900];
    },
    {
      rank: 'HURTS',
      about: 'CreatePlant',
      what: 'In the last hour, Lambda refused 7 times to start CreatePlant.',
      commands: [
        'aws lambda put-function-concurrency --function-name report --reserved-concurrent-executions 250',
      ],
    },
  ],
  [
    'a mail did not arrive',
    concurrency,
    (state) => {
      const name = physicalId(state, 'AWS::SNS::Topic').split(':').at(-1);
      state.metrics[`NumberOfNotificationsFailed ${name}`] = [1];
    },
    { rank: 'SILENT', runbook: 'no-mail-comes' },
  ],
  [
    'the certificate ends soon',
    domain,
    (state) => {
      certificate(state).end = ago(state, -10 * day);
    },
    { rank: 'UNSAFE', runbook: 'certificateexpires' },
  ],
  [
    'the certificate has ended',
    domain,
    (state) => {
      Object.assign(certificate(state), { end: ago(state, day), status: 'EXPIRED' });
    },
    { rank: 'STOPS', what: 'The certificate of the domain is EXPIRED.' },
  ],
  [
    'the certificate was deleted',
    domain,
    (state) => {
      state.certificates = {};
    },
    { rank: 'STOPS', what: 'The certificate of the domain is gone.' },
  ],
  [
    'the address answers 404',
    domain,
    () => answerWith(404),
    { rank: 'STOPS', runbook: 'clients-cannot-connect' },
  ],
  [
    'a function answers without a token',
    domain,
    () => answerWith(400),
    { rank: 'OPEN', runbook: 'close-the-api' },
  ],
  [
    'DNS lost the address',
    domain,
    () => failWith('ENOTFOUND'),
    { rank: 'STOPS', runbook: 'clients-cannot-connect' },
  ],
  [
    'the address has a wrong certificate',
    domain,
    () => failWith('CERT_HAS_EXPIRED'),
    { rank: 'STOPS' },
  ],
  ['the own network reaches nothing', domain, () => failWith('ECONNRESET'), []],
  [
    'somebody added a route',
    strangers,
    (state) => {
      const properties = { ApiId: state.stack.outputs['ApiId'], RouteKey: 'ANY /{proxy+}' };
      state.resources.push({
        logicalId: 'Other',
        type: 'AWS::ApiGatewayV2::Route',
        physicalId: 'abc',
        properties,
      });
    },
    { rank: 'OPEN', what: expect.stringContaining('ANY /{proxy+}, with the authorization NONE') },
  ],
  [
    'somebody else may start a function',
    strangers,
    (state) => {
      const FunctionName = physicalId(state, 'AWS::Lambda::Alias');
      const properties = {
        Action: 'lambda:InvokeFunction',
        Principal: '*',
        FunctionName,
        SourceArn: '*',
      };
      state.resources.push({
        logicalId: 'Other',
        type: 'AWS::Lambda::Permission',
        physicalId: 'other',
        properties,
      });
    },
    {
      rank: 'OPEN',
      what: expect.stringContaining('A permission lets somebody else start CreatePlant'),
    },
  ],
  [
    'a table cannot read its key',
    tableStates,
    (state) => {
      state.tableStates[physicalId(state, 'AWS::DynamoDB::GlobalTable')] = {
        status: 'INACCESSIBLE_ENCRYPTION_CREDENTIALS',
      };
    },
    { rank: 'STOPS', about: 'Plants', runbook: 'when-a-store-fails' },
  ],
  [
    'a table has a key of KMS',
    tableStates,
    (state) => encrypt(state, 'Enabled'),
    { rank: 'UNSAFE', about: 'Plants' },
  ],
  [
    'the key of a table is off',
    tableStates,
    (state) => encrypt(state, 'Disabled'),
    {
      rank: 'STOPS',
      about: 'Plants',
      commands: [`aws kms enable-key --key-id ${key}`, expect.any(String)],
    },
  ],
  [
    'the key of a table will be deleted',
    tableStates,
    (state) => encrypt(state, 'PendingDeletion'),
    {
      rank: 'STOPS',
      commands: [
        `aws kms cancel-key-deletion --key-id ${key}`,
        `aws kms enable-key --key-id ${key}`,
        expect.stringContaining('--sse-specification Enabled=false'),
      ],
    },
  ],
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
      const [log = ''] = resourcesOf(state, 'AWS::Lambda::Function').map(
        ({ properties }) => properties.LoggingConfig.LogGroup,
      );
      state.rows[log] = [
        { 'message.error': '1000', 'message.cause.name': 'AccessDeniedException', times: '4' },
      ];
    },
    {
      rank: 'HURTS',
      about: 'CreatePlant',
      what: expect.stringContaining('error 1000, AccessDeniedException'),
    },
  ],
  [
    'an answer about a function has no number',
    functionErrors,
    (state) => {
      const [log = ''] = resourcesOf(state, 'AWS::Lambda::Function').map(
        ({ properties }) => properties.LoggingConfig.LogGroup,
      );
      state.rows[log] = [{ '@message': 'a line' }];
    },
    [],
  ],
];

/** The versions of the first live function. */
function versionsOf(state: AwsState) {
  return state.versions[physicalId(state, 'AWS::Lambda::Function')] ?? expect.fail('no versions');
}

describe('the subjects', () => {
  it('find nothing in a healthy stage', async () => {
    answerWith(401);
    const { findings, facts, notes, remarks } = await judge(...subjects);
    expect(findings).toEqual([]);
    expect(facts).toContain('The stack is in UPDATE_COMPLETE.');
    expect(notes).toEqual([]);
    expect(remarks).toEqual(['Not asked: whether this commit is pushed. No clone here has it.']);
  });

  it.each(cases)('%s', async (_, subject, breakIt, expected) => {
    answerWith(401);
    breakIt(model.state);
    const { findings } = await judge(subject);
    expect(findings).toMatchObject([expected].flat());
    expectChapters(findings);
    const commands = findings.flatMap((one) => one.commands);
    await expectCommands(commands);
    if (commands.length === 0 || !commands.every(isPlayable)) return;
    // A rollback that ended is still news, and what was counted stays in the last hour.
    if (
      /continue-update-rollback|rollback-stack|delete-stack|stop-deployment|put-function-concurrency|describe-|roll-back|ThrottlingRateLimit/.test(
        commands.join(),
      )
    )
      return;
    for (const command of commands) await play(command);
    expect((await judge(subject)).findings).toEqual([]);
  });
});

it('tables that are not of the template are noted, but not those of another stage', async () => {
  const { state } = model;
  const created = ago(state, day);
  state.otherTables.push({
    name: 'PlantStore-Plants-OLD12345',
    status: 'ACTIVE',
    created,
    items: 4321,
  });
  state.otherTables.push({ name: 'PlantStore-staging-Plants-1A2B3C4D', status: 'ACTIVE', created });
  state.otherTables.push({ name: 'plants-restored', status: 'ACTIVE', created });
  state.backups.push({ table: 'PlantStore-Tokens-OLD', time: created, arn: 'arn:backup' });
  state.backups.push({ table: 'PlantStore-staging-Tokens-OLD', time: created, arn: 'arn:other' });
  const tokens = resourcesOf(state, 'AWS::DynamoDB::GlobalTable').at(-1)?.physicalId ?? '';
  state.tableStates[tokens] = { restorableSince: ago(state, 3 * day) };
  const { findings, notes } = await judge(tableStates, otherTables);
  expect(findings).toEqual([]);
  expect(notes.join()).not.toMatch(/delete (it|the)/i);
  expect(notes.toSorted()).toEqual([
    expect.stringContaining('by hand: plants-restored.'),
    expect.stringContaining('PlantStore-Tokens-OLD was deleted'),
    expect.stringMatching(/^Tokens has restore points only since .* \(3 days\)/),
    expect.stringMatching(
      /PlantStore-Plants-\w+ \(made at .*, about 0 items\), and not PlantStore-Plants-OLD12345 \(made at .*, about 4321 items\)/,
    ),
  ]);
});

it('restore points that begin now are a finding', async () => {
  const { state } = model;
  const table = physicalId(state, 'AWS::DynamoDB::GlobalTable');
  state.tableStates[table] = { restorableSince: ago(state, 5 * minute) };
  const { findings } = await judge(tableStates);
  expect(findings).toMatchObject([{ rank: 'UNSAFE', about: 'Plants' }]);
  expectChapters(findings);
});

it.each([
  ['MemorySize', 128, 'LIMITS'],
  ['Environment', { Variables: {} }, 'STOPS'],
])(
  'the live version has another %s, and clients get one that is right',
  async (name, value, rank) => {
    Object.assign(versionsOf(model.state).at(-1)?.properties, { [name]: value });
    const { findings } = await judge(liveVersions);
    const command = 'npm run night -- roll-back CreatePlant --to 12 --stack PlantStore';
    expect(findings).toMatchObject([{ rank, about: 'CreatePlant', commands: [command] }]);
    await play(command);
    expect((await judge(liveVersions)).findings).toEqual([]);
  },
);

it('the live version is wrong, and no other one is right', async () => {
  for (const { properties } of versionsOf(model.state)) properties.MemorySize = 128;
  const { findings } = await judge(liveVersions);
  const commands = findings.flatMap((one) => one.commands);
  expect(commands).toMatchObject([
    expect.stringContaining(' repair '),
    expect.stringContaining('aws lambda publish-version --function-name '),
    expect.stringContaining(' --to 14 '),
  ]);
  await expectCommands(commands);
});

it('no version is left to roll back to', async () => {
  versionsOf(model.state).shift();
  const { notes } = await judge(liveVersions);
  expect(notes).toEqual([expect.stringMatching(/^CreatePlant has no older version than 13/)]);
});

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
  const [fn] = resourcesOf(model.state, 'AWS::Lambda::Function');
  const denial = { 'message.error': '1000', 'message.cause.name': 'AccessDeniedException' };
  model.state.rows[fn?.properties.LoggingConfig.LogGroup] = [{ ...denial, times: '4', cause }];
  const { findings } = await judge(functionErrors);
  expect(findings).toMatchObject([
    { runbook, commands: [], means: expect.stringContaining(means) },
  ]);
});

it('many requests without a right token are noted, and few are not', async () => {
  const log = `/aws/vendedlogs/http-apis/${model.state.stack.outputs['ApiId']}`;
  model.state.rows[log] = [row('900', { status: '200' }), row('300', { status: '403' })];
  expect((await judge(requests)).notes).toEqual([expect.stringContaining('300 of 1200 requests')]);
  model.state.rows[log] = [row('900', { status: '200' }), row('60', { status: '403' })];
  expect((await judge(requests)).notes).toEqual([]);
});

it.each([
  [true, ['npm run night -- deploy origin/main --stack PlantStore'], 0],
  [undefined, [], 1],
])('the deployed commit lacks the one before: %s', async (isOther, commands, unasked) => {
  const values = model.state.commits.map(({ value, time }) => ({
    Value: value,
    LastModifiedDate: time,
  }));
  const history = { isPushed: true, isOlder: false, isOther };
  const asked = { stage: healthy, expected, now: model.state.now };
  const { findings, remarks = [] } = deploys.judge({ commits: { value: values }, history }, asked);
  expect(findings.flatMap((one) => one.commands)).toEqual(commands);
  expect(remarks).toHaveLength(unasked);
  await expectCommands(commands);
});

it('while answers are slow, it says where the time goes', async () => {
  const { state } = model;
  const fn = physicalId(state, 'AWS::Lambda::Function');
  state.metrics[`Duration p50 ${fn}`] = [41.4];
  state.metrics[`Duration p99 ${fn}`] = [2_345];
  state.metrics['SuccessfulRequestLatency PutItem'] = [1_900];
  expect((await judge(latency)).facts).toEqual([]);
  turnOn(state, 'SlowAnswers', ago(state, minute));
  const { facts } = await judge(latency);
  expect(facts[0]).toMatch(/CreatePlant took 41 ms .* 2345 ms/);
  expect(facts[1]).toContain('PutItem 1900 ms');
});
