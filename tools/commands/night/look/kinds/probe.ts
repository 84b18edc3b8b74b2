import { GetFunctionEventInvokeConfigCommand } from '@aws-sdk/client-lambda';
import { GetScheduleCommand } from '@aws-sdk/client-scheduler';
import type { Command } from '../command.ts';
import { type Broken, type Consequence, changedByHand } from '../consequence.ts';
import { aws, repairOf } from '../mends.ts';
import { shortFunctionName } from './function-names.ts';
import { propertyText, type ResourceKind } from './resource-kind.ts';

const doesNotRun: Consequence = {
  rank: 'SILENT',
  means: 'The probe does not run as it should: at night, nobody sees that clients are hurt.',
  runbook: 'probesilent',
  mend: repairOf,
};

const schedule: ResourceKind = {
  type: 'AWS::Scheduler::Schedule',
  name: () => 'The schedule of the probe',
  ask: ({ ask }, { physicalId: Name }) =>
    ask('scheduler:GetSchedule', { Name }, ({ scheduler }, signal) =>
      scheduler.send(new GetScheduleCommand({ Name }), signal),
    ),
  ifDeleted: doesNotRun,
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

const repeats = changedByHand(
  'LACKS',
  'A run of the probe that failed is repeated, so one failure counts more than once.',
  putInvokeConfig,
);

function putInvokeConfig({ expected: { properties } }: Broken): Command[] {
  const command = aws('lambda put-function-event-invoke-config', {
    'function-name': properties['FunctionName'],
    qualifier: properties['Qualifier'],
    'maximum-retry-attempts': properties['MaximumRetryAttempts'],
    'maximum-event-age-in-seconds': properties['MaximumEventAgeInSeconds'],
  });
  return [command];
}

const invokeConfig: ResourceKind = {
  type: 'AWS::Lambda::EventInvokeConfig',
  name: (expected) =>
    `How often Lambda repeats ${shortFunctionName(propertyText(expected, 'FunctionName'))}`,
  ask: ({ ask }, expected) => {
    const input = {
      FunctionName: propertyText(expected, 'FunctionName'),
      Qualifier: propertyText(expected, 'Qualifier'),
    };
    return ask('lambda:GetFunctionEventInvokeConfig', input, ({ lambda }, signal) =>
      lambda.send(new GetFunctionEventInvokeConfigCommand(input), signal),
    );
  },
  ifDeleted: repeats,
  properties: { MaximumRetryAttempts: repeats, MaximumEventAgeInSeconds: repeats },
};

export const probeKinds = [schedule, invokeConfig];
