import { expect, it } from 'vitest';
import { authorizer, routes } from '../../../../../../functions/service.ts';
import { hour, minute } from '../../../../../commands/night/look/spans.ts';
import { addresses } from '../../../../../commands/night/look/subjects/addresses.ts';
import { alarmStates } from '../../../../../commands/night/look/subjects/alarm-states.ts';
import { latency } from '../../../../../commands/night/look/subjects/latency.ts';
import { muteRules } from '../../../../../commands/night/look/subjects/mute-rules.ts';
import type { AwsState } from '../../../../setup/aws-model/aws-state.ts';
import {
  accessLog,
  ago,
  type Case,
  expectFound,
  functionName,
  judge,
  model,
  physicalId,
} from './judging.ts';

function turnOn(
  state: AwsState,
  name: string,
  since: Date,
  value = 'ALARM' as 'ALARM' | 'INSUFFICIENT_DATA',
) {
  state.alarms[`PlantStore-${name}`] = { value, since, reason: '' };
}

const throttle = expect.stringMatching(
  /^aws apigatewayv2 update-stage .*ThrottlingBurstLimit=\d+,ThrottlingRateLimit=\d+$/,
);

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
    'stays for a while',
  ],
  [
    'an alarm about the limits, which people can raise',
    alarmStates,
    (state) => turnOn(state, 'NearThrottle', ago(state, hour)),
    { rank: 'HURTS', commands: [throttle] },
    'stays for a while',
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
    muteRules,
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
    muteRules,
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
    'stays for a while',
  ],
  [
    'nobody confirmed',
    addresses,
    (state) => state.unconfirmed.push('team@example.com'),
    { rank: 'SILENT', means: 'Its alarms call nobody.' },
    'stays for a while',
  ],
  [
    'a mail did not arrive',
    addresses,
    (state) => {
      const name = physicalId(state, 'AWS::SNS::Topic').split(':').at(-1);
      state.metrics[`NumberOfNotificationsFailed ${name}`] = [1];
    },
    { rank: 'SILENT', runbook: 'no-mail-comes' },
  ],
];

it.for(cases)('%s', expectFound);

it('no client was served, says an alarm, and the log of requests says the contrary', async () => {
  const { state } = model;
  turnOn(state, 'UnknownTokens', ago(state, hour));
  state.rows[accessLog(state)] = [{ status: '200', requests: '348' }];
  const sentence = expect.stringContaining('348 requests of clients got 2xx');
  expect((await judge(alarmStates)).findings).toMatchObject([{ means: sentence }]);
  state.rows[accessLog(state)] = [{ status: '403', requests: '9' }];
  expect((await judge(alarmStates)).findings).not.toMatchObject([{ means: sentence }]);
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
  expect(facts[0]).toMatch(/ took 41 ms .* 2345 ms/);
  expect(facts[0]).toContain(`${functionName} took`);
  expect(facts[1]).toContain('PutItem 1900 ms');
});
