import { GetRoleCommand, GetRolePolicyCommand } from '@aws-sdk/client-iam';
import type { AwsState } from '../aws-state.ts';
import { resourceOf } from '../find.ts';
import { AwsError, operation } from '../operation.ts';

const type = 'AWS::IAM::Role';

function find(state: AwsState, name: string | undefined) {
  return resourceOf(state, type, name, missing()).properties;
}

function missing(): AwsError {
  return new AwsError('NoSuchEntity', 404);
}

function encoded(policy: object): string {
  return encodeURIComponent(JSON.stringify(policy));
}

export const iam = [
  operation(GetRoleCommand, ({ RoleName = '' }, state) => {
    const { AssumeRolePolicyDocument, PermissionsBoundary } = find(state, RoleName);
    return {
      Role: {
        Path: '/',
        RoleName,
        RoleId: 'AROAEXAMPLE',
        Arn: `arn:aws:iam::${state.place.account}:role/${RoleName}`,
        CreateDate: state.stack.created,
        AssumeRolePolicyDocument: encoded(AssumeRolePolicyDocument),
        ...(PermissionsBoundary && {
          PermissionsBoundary: { PermissionsBoundaryArn: PermissionsBoundary },
        }),
      },
    };
  }),
  operation(GetRolePolicyCommand, ({ RoleName = '', PolicyName = '' }, state) => {
    const { Policies = [] } = find(state, RoleName);
    const found = Policies.find((one: { PolicyName: string }) => one.PolicyName === PolicyName);
    if (found === undefined) throw missing();
    return { RoleName, PolicyName, PolicyDocument: encoded(found.PolicyDocument) };
  }),
];
