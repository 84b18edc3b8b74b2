import { expect, it } from 'vitest';
import { shellLine } from '../../../../../commands/night/look/command.ts';
import { hour, minute } from '../../../../../commands/night/look/spans.ts';
import { deploys } from '../../../../../commands/night/look/subjects/deploys.ts';
import { liveVersions } from '../../../../../commands/night/look/subjects/live-versions.ts';
import { releases } from '../../../../../commands/night/look/subjects/releases.ts';
import { stackState } from '../../../../../commands/night/look/subjects/stack-state.ts';
import type { AwsState } from '../../../../setup/aws-model/aws-state.ts';
import { resourcesOf } from '../../../../setup/aws-model/find.ts';
import { chapters, expectCommands, play, printed } from '../mending.ts';
import {
  ago,
  type Case,
  expected,
  expectFound,
  functionName,
  healthy,
  judge,
  model,
  physicalId,
  tokenTable,
} from './judging.ts';

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

/** The versions of the first live function. */
function versionsOf(state: AwsState) {
  return state.versions[physicalId(state, 'AWS::Lambda::Function')] ?? expect.fail('no versions');
}

const cases: readonly Case[] = [
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
          id: `${functionName}Aliaslive`,
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
          id: tokenTable,
          status: 'UPDATE_FAILED',
          reason: 'another reason',
        },
      ];
    },
    {
      rank: 'BLOCKS',
      what: expect.stringContaining(`${functionName}Aliaslive`),
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
    'stays for a while',
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
    'stays for a while',
  ],
  [
    'a deploy failed, and was not taken back',
    stackState,
    (state) => {
      state.stack.status = 'UPDATE_FAILED';
    },
    { rank: 'BLOCKS', runbook: 'the-stack-is-stuck', commands: [] },
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
    'the stack has no termination protection',
    stackState,
    (state) => {
      state.stack.terminationProtection = false;
    },
    { rank: 'UNSAFE', what: 'The stack has no termination protection.' },
  ],
  [
    'a release does not end',
    releases,
    (state) => move(state, ago(state, 3 * hour)),
    {
      rank: 'BLOCKS',
      commands: ['aws deploy stop-deployment --deployment-id d-1A2B3C --auto-rollback-enabled'],
    },
    'stays for a while',
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
      what: `10 % of the requests to ${functionName} go to version 12, and no release moves.`,
    },
    'stays for a while',
  ],
  [
    'Lambda cannot start a function',
    liveVersions,
    (state) => {
      state.functionStates[physicalId(state, 'AWS::Lambda::Function')] = {
        State: 'Failed',
        StateReasonCode: 'DisabledKMSKey',
      };
    },
    { rank: 'STOPS', about: functionName },
  ],
];

it.for(cases)('%s', expectFound);

it('a day after the last deploy was taken back, this is a note', async () => {
  const { stack } = model.state;
  stack.status = 'UPDATE_ROLLBACK_COMPLETE';
  const [id, reason] = ['PlantStore', 'an alarm'];
  const event = { time: ago(model.state, 25 * hour), id, status: stack.status, reason };
  stack.events = [event];
  const { findings, notes } = await judge(stackState);
  expect({ findings, notes }).toEqual({
    findings: [],
    notes: [expect.stringMatching(/^The last deploy failed and was taken back/)],
  });
});

it.each([
  ['MemorySize', 128, 'LIMITS'],
  ['Environment', { Variables: {} }, 'STOPS'],
])(
  'the live version has another %s, and clients get one that is right',
  async (name, value, rank) => {
    Object.assign(versionsOf(model.state).at(-1)?.properties, { [name]: value });
    const { findings } = await judge(liveVersions);
    const command = `npm run night -- roll-back ${functionName} --to 12 --stack PlantStore`;
    expect(printed(findings)).toMatchObject([{ rank, about: functionName, commands: [command] }]);
    await play(findings[0]?.commands[0] ?? expect.fail());
    expect((await judge(liveVersions)).findings).toEqual([]);
  },
);

it('the live version is wrong, and no other one is right', async () => {
  for (const { properties } of versionsOf(model.state)) properties.MemorySize = 128;
  const { findings } = await judge(liveVersions);
  const commands = findings.flatMap((one) => one.commands);
  expect(commands.map(shellLine)).toMatchObject([
    expect.stringContaining(' repair '),
    expect.stringContaining('aws lambda publish-version --function-name '),
    expect.stringContaining(' --to 14 '),
  ]);
  await expectCommands(commands);
});

it('no version is left to roll back to', async () => {
  versionsOf(model.state).shift();
  const { notes } = await judge(liveVersions);
  expect(notes).toEqual([
    expect.stringMatching(
      `^${functionName} has no older version than 13.* > npm run night -- deploy COMMIT --back `,
    ),
  ]);
});

it.each([
  [true, ['npm run night -- deploy origin/main --stack PlantStore'], 0],
  [undefined, [], 1],
])('the deployed commit lacks the one before: %s', async (lacksBefore, commands, noted) => {
  const values = model.state.commits.map(({ value, time }) => ({
    Value: value,
    LastModifiedDate: time,
  }));
  const history = { isPushed: true, isOlder: false, lacksBefore };
  const context = { stage: healthy, expected, now: model.state.now };
  const judged = deploys.judge({ commits: { value: values }, history }, context);
  expect(printed(judged.findings).flatMap((one) => one.commands)).toEqual(commands);
  const notes = (judged.notes ?? []).map(({ text }) => /RUNBOOK#(\S+)/.exec(text)?.[1] ?? '');
  expect(notes).toHaveLength(noted);
  for (const chapter of notes) expect(chapters).toContain(chapter);
  await expectCommands(judged.findings.flatMap((one) => one.commands));
});

it('without a clone that has the deployed commit, says what it did not ask', async () => {
  expect((await judge(deploys)).remarks).toEqual([
    'Not asked: whether this commit is pushed. No clone here has it.',
  ]);
});
