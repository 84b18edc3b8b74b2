import { GetScheduleCommand } from '@aws-sdk/client-scheduler';
import type { AwsState } from '../aws-state.ts';
import { resourceOf } from '../find.ts';
import { AwsError, operation } from '../operation.ts';

function find(state: AwsState, name: string | undefined) {
  const missing = new AwsError('ResourceNotFoundException', 404);
  return resourceOf(state, 'AWS::Scheduler::Schedule', name, missing);
}

export const scheduler = [
  operation(GetScheduleCommand, ({ Name }, state) => ({
    Name,
    ...find(state, Name).properties,
  })),
];
