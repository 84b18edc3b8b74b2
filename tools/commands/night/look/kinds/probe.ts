import { GetFunctionEventInvokeConfigCommand } from '@aws-sdk/client-lambda';
import { GetScheduleCommand } from '@aws-sdk/client-scheduler';
import { mapped } from '../answer.ts';
import type { Consequence } from '../consequence.ts';
import { aws, repairOf } from '../mends.ts';
import { shortFunctionName } from './function-names.ts';
import type { ResourceKind } from './resource-kind.ts';

const doesNotRun: Consequence = {
  rank: 'SILENT',
  means: 'The probe does not run as it should: at night, nobody sees that clients are hurt.',
  runbook: 'probesilent',
  mend: repairOf,
};

const schedule: ResourceKind = {
  type: 'AWS::Scheduler::Schedule',
  name: () => 'The schedule of the probe',
  ask: async ({ ask }, { physicalId: Name }) =>
    mapped(
      await ask('scheduler:GetSchedule', { Name }, ({ scheduler }, signal) =>
        scheduler.send(new GetScheduleCommand({ Name }), signal),
      ),
      (value) => ({ ...value }),
    ),
  gone: doesNotRun,
  properties: {
    State: doesNotRun,
    ScheduleExpression: doesNotRun,
    'Target.Arn': doesNotRun,
    'Target.RoleArn': doesNotRun,
    'Target.Input': doesNotRun,
    EndDate: { ...doesNotRun, unset: undefined },
    StartDate: { ...doesNotRun, unset: undefined },
  },
};

const invokeConfig: ResourceKind = {
  type: 'AWS::Lambda::EventInvokeConfig',
  name: ({ properties }) =>
    `How often Lambda repeats ${shortFunctionName(properties['FunctionName'])}`,
  ask: async ({ ask }, { properties }) => {
    const input = {
      FunctionName: `${properties['FunctionName']}`,
      Qualifier: `${properties['Qualifier']}`,
    };
    const answer = await ask('lambda:GetFunctionEventInvokeConfig', input, ({ lambda }, signal) =>
      lambda.send(new GetFunctionEventInvokeConfigCommand(input), signal),
    );
    return mapped(answer, (value) => ({ ...value }));
  },
  gone: repeats(),
  properties: { MaximumRetryAttempts: repeats(), MaximumEventAgeInSeconds: repeats() },
};

function repeats(): Consequence {
  return {
    rank: 'LACKS',
    means: 'A run of the probe that failed is repeated, so one failure counts more than once.',
    runbook: 'changed-by-hand',
    mend: ({ expected: { properties } }) => [
      aws('lambda put-function-event-invoke-config', {
        'function-name': properties['FunctionName'],
        qualifier: properties['Qualifier'],
        'maximum-retry-attempts': properties['MaximumRetryAttempts'],
        'maximum-event-age-in-seconds': properties['MaximumEventAgeInSeconds'],
      }),
    ],
  };
}

export const probeKinds = [schedule, invokeConfig];
