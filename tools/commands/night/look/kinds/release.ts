import { BatchGetDeploymentGroupsCommand } from '@aws-sdk/client-codedeploy';
import { GetParameterHistoryCommand } from '@aws-sdk/client-ssm';
import { askAllPages } from '../../../../shared/stage/ask-all-pages.ts';
import type { Asking } from '../asking.ts';
import { foundIn, mapped } from '../aws-answer.ts';
import { changedByHand } from '../consequence.ts';
import { propertyText, type ResourceKind } from './resource-kind.ts';

/** The group of this name. The list is empty if there is none. */
function askGroups({ ask }: Asking, applicationName: string, group: string) {
  const input = { applicationName, deploymentGroupNames: [group] };
  return ask('codedeploy:BatchGetDeploymentGroups', input, async ({ codedeploy }, signal) => {
    const command = new BatchGetDeploymentGroupsCommand(input);
    const { deploymentGroupsInfo = [] } = await codedeploy.send(command, signal);
    return deploymentGroupsInfo;
  });
}

const noRelease = 'The next release cannot move the traffic.';

const application: ResourceKind = {
  type: 'AWS::CodeDeploy::Application',
  name: () => 'The application of CodeDeploy',
  // CodeDeploy refuses the name of a group if there is no application, and else answers with nothing.
  ask: (asking, { physicalId }) => askGroups(asking, physicalId, 'none'),
  ifDeleted: changedByHand('BLOCKS', noRelease),
  properties: {},
};

const notTakenBack = changedByHand('UNSAFE', 'A bad release may not be taken back.');

const group: ResourceKind = {
  type: 'AWS::CodeDeploy::DeploymentGroup',
  name: (expected) => `The deployment group ${propertyText(expected, 'DeploymentGroupName')}`,
  ask: async (asking, expected) => {
    const { physicalId } = expected;
    const groups = await askGroups(asking, propertyText(expected, 'ApplicationName'), physicalId);
    const found = foundIn(groups, (one) => one.deploymentGroupName === physicalId);
    return mapped(found, (one) => {
      const { alarmConfiguration: alarms, autoRollbackConfiguration: rollback } = one;
      return {
        DeploymentConfigName: one.deploymentConfigName,
        ServiceRoleArn: one.serviceRoleArn,
        AlarmConfiguration: {
          Enabled: alarms?.enabled,
          IgnorePollAlarmFailure: alarms?.ignorePollAlarmFailure ?? false,
          Alarms: alarms?.alarms?.map(({ name }) => ({ Name: name })),
        },
        AutoRollbackConfiguration: { Enabled: rollback?.enabled, Events: rollback?.events },
      };
    });
  },
  ifDeleted: changedByHand('BLOCKS', noRelease),
  properties: {
    'AlarmConfiguration.Enabled': notTakenBack,
    'AlarmConfiguration.Alarms': notTakenBack,
    'AlarmConfiguration.IgnorePollAlarmFailure': { ...notTakenBack, unset: false },
    'AutoRollbackConfiguration.Enabled': notTakenBack,
    'AutoRollbackConfiguration.Events': notTakenBack,
    DeploymentConfigName: changedByHand(
      'UNSAFE',
      'A release moves at another speed, perhaps too fast for an alarm.',
    ),
    ServiceRoleArn: changedByHand('BLOCKS', noRelease),
  },
};

/** The deploys, the oldest first: each wrote its commit into this parameter. */
export function askCommits({ ask }: Asking, Name: string) {
  return ask('ssm:GetParameterHistory', { Name }, ({ ssm }, signal) =>
    askAllPages(async (NextToken) => {
      const page = await ssm.send(new GetParameterHistoryCommand({ Name, NextToken }), signal);
      return [page.Parameters, page.NextToken];
    }),
  );
}

const parameter: ResourceKind = {
  type: 'AWS::SSM::Parameter',
  name: ({ logicalId }) => `The parameter ${logicalId}`,
  ask: async (asking, { physicalId }) =>
    mapped(await askCommits(asking, physicalId), (all) => ({
      Value: all.at(-1)?.Value,
      Before: all.at(-2)?.Value,
    })),
  ifDeleted: changedByHand('LACKS', 'Nobody sees which commits were deployed, and when.'),
  properties: {
    Value: changedByHand('LACKS', 'The list of deploys has a commit that was not deployed.'),
  },
};

export const releaseKinds = [application, group, parameter];
