import { GetParameterHistoryCommand } from '@aws-sdk/client-ssm';
import type { AwsState } from '../aws-state.ts';
import { resourceOf } from '../find.ts';
import { AwsError, operation } from '../operation.ts';
import { pageOf } from '../paging.ts';

function find(state: AwsState, name: string | undefined): void {
  resourceOf(state, 'AWS::SSM::Parameter', name, new AwsError('ParameterNotFound'));
}

export const ssm = [
  operation(GetParameterHistoryCommand, ({ Name, NextToken }, state) => {
    find(state, Name);
    const { items, next } = pageOf(state, state.commits, NextToken, 50);
    return {
      Parameters: items.map(({ value, time }) => ({ Name, Value: value, LastModifiedDate: time })),
      NextToken: next,
    };
  }),
];
