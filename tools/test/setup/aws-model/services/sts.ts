import { GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import { operation } from '../operation.ts';

export const sts = [
  operation(GetCallerIdentityCommand, (_, { place, caller }) => ({
    Account: place.account,
    Arn: caller,
    UserId: 'AROAEXAMPLE:jane',
  })),
];
