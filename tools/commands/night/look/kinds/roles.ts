import { GetRoleCommand, GetRolePolicyCommand } from '@aws-sdk/client-iam';
import { liveFunctions, referencesIn } from '../../../../shared/stage/template.ts';
import type { Asking } from '../asking.ts';
import { comparable, isGone } from '../aws-answer.ts';
import { type Broken, type Consequence, changedByHand } from '../consequence.ts';
import { propertyAt, shortName } from '../expected.ts';
import type { ResourceKind } from './resource-kind.ts';

function askRole({ ask }: Asking, RoleName: string) {
  return ask('iam:GetRole', { RoleName }, async ({ iam }, signal) => {
    const { Role } = await iam.send(new GetRoleCommand({ RoleName }), signal);
    return {
      AssumeRolePolicyDocument: readPolicy(Role?.AssumeRolePolicyDocument),
      PermissionsBoundary: Role?.PermissionsBoundary?.PermissionsBoundaryArn,
    };
  });
}

function askRights({ ask }: Asking, RoleName: string, PolicyName: string) {
  const input = { RoleName, PolicyName };
  return ask('iam:GetRolePolicy', input, async ({ iam }, signal) => {
    const { PolicyDocument } = await iam.send(new GetRolePolicyCommand(input), signal);
    return readPolicy(PolicyDocument);
  });
}

/** IAM encodes it as in an address. */
function readPolicy(text: string | undefined): unknown {
  return JSON.parse(decodeURIComponent(text ?? '{}'));
}

/** What stops without the role depends on who uses it. */
function withoutRights({ stage, expected }: Broken): Consequence {
  const { Resources } = stage.template;
  const users = Object.entries(Resources).filter(([, { Properties }]) =>
    referencesIn(Properties).includes(expected.logicalId),
  );
  const live = liveFunctions(stage.template).map(({ name }) => name);
  if (users.some(([id]) => live.includes(id)))
    return changedByHand('STOPS', 'The function may not do its work: its requests fail.');
  if (users.some(([, { Type }]) => Type === 'AWS::CodeDeploy::DeploymentGroup'))
    return changedByHand('BLOCKS', 'The next release cannot move the traffic.');
  return changedByHand('SILENT', 'The probe does not run, or cannot say what it sees.');
}

const role: ResourceKind = {
  type: 'AWS::IAM::Role',
  name: ({ logicalId }) => `The role ${shortName(logicalId)}`,
  ask: async (asking, { physicalId, properties }) => {
    const policies = [properties['Policies'] ?? []].flat();
    const [found, ...rights] = await Promise.all([
      askRole(asking, physicalId),
      ...policies.map(async (policy) => {
        const name = String(propertyAt(policy, 'PolicyName'));
        const answer = await askRights(asking, physicalId, name);
        const wanted = propertyAt(policy, 'PolicyDocument');
        const document = isGone(answer) ? {} : comparable(answer, wanted, (found) => found);
        return { PolicyName: name, PolicyDocument: document };
      }),
    ]);
    return 'value' in found ? { value: { ...found.value, Policies: rights } } : found;
  },
  ifDeleted: withoutRights,
  properties: {
    AssumeRolePolicyDocument: { consequenceOf: withoutRights },
    Policies: { consequenceOf: withoutRights },
    PermissionsBoundary: { consequenceOf: withoutRights, unset: undefined },
  },
};

export const roleKinds = [role];
