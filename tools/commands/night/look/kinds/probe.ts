import { GetScheduleCommand } from '@aws-sdk/client-scheduler';
import { mapped } from '../answer.ts';
import type { Consequence } from '../finding.ts';
import { repair } from '../mends.ts';
import type { ResourceKind } from './resource-kind.ts';

const doesNotRun: Consequence = {
  rank: 'SILENT',
  means: 'The probe does not run as it should: at night, nobody sees that clients are hurt.',
  runbook: 'probesilent',
  mend: repair,
};

const schedule: ResourceKind = {
  type: 'AWS::Scheduler::Schedule',
  name: () => 'The schedule of the probe',
  read: async ({ ask }, { physicalId: Name }) =>
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

export const probeKinds = [schedule];
