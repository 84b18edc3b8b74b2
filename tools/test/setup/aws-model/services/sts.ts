import { GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import type { AwsState } from '../aws-state.ts';
import { operation } from '../operation.ts';

export const sts = [
  operation(GetCallerIdentityCommand, (_, { place, caller }: AwsState) => ({
    Account: place.account,
    Arn: caller,
    UserId: 'AROAEXAMPLE:jane',
  })),
];
