import { BatchGetDeploymentGroupsCommand } from '@aws-sdk/client-codedeploy';
import { GetParameterHistoryCommand } from '@aws-sdk/client-ssm';
import { askAllPages } from '../../../stage/ask-all-pages.ts';
import { mapped } from '../answer.ts';
import type { Asking } from '../asking.ts';
import type { Consequence } from '../consequence.ts';
import type { Rank } from '../finding.ts';
import { repairOf } from '../mends.ts';
import { type ResourceKind, text } from './resource-kind.ts';

function askGroup({ ask }: Asking, applicationName: string, group: string) {
  const input = { applicationName, deploymentGroupNames: [group] };
  return ask('codedeploy:BatchGetDeploymentGroups', input, async ({ codedeploy }, signal) => {
    const command = new BatchGetDeploymentGroupsCommand(input);
    const { deploymentGroupsInfo = [] } = await codedeploy.send(command, signal);
    return deploymentGroupsInfo[0];
  });
}

function consequence(rank: Rank, means: string): Consequence {
  return { rank, means, runbook: 'changed-by-hand', mend: repairOf };
}

const noRelease = 'The next release cannot move the traffic.';

const application: ResourceKind = {
  type: 'AWS::CodeDeploy::Application',
  name: () => 'The application of CodeDeploy',
  ask: async (asking, { physicalId }) =>
    // CodeDeploy refuses the name of a group if there is no application, and else answers with nothing.
    mapped(await askGroup(asking, physicalId, 'none'), () => ({})),
  gone: consequence('BLOCKS', noRelease),
  properties: {},
};

const notTakenBack = consequence('UNSAFE', 'A bad release may not be taken back.');

const group: ResourceKind = {
  type: 'AWS::CodeDeploy::DeploymentGroup',
  name: (expected) => `The deployment group ${text(expected, 'DeploymentGroupName')}`,
  ask: async (asking, { physicalId, properties }) =>
    mapped(await askGroup(asking, `${properties['ApplicationName']}`, physicalId), (found) => {
      if (found === undefined) return { gone: true };
      const { alarmConfiguration: alarms, autoRollbackConfiguration: rollback } = found;
      return {
        DeploymentConfigName: found.deploymentConfigName,
        ServiceRoleArn: found.serviceRoleArn,
        AlarmConfiguration: {
          Enabled: alarms?.enabled,
          IgnorePollAlarmFailure: alarms?.ignorePollAlarmFailure ?? false,
          Alarms: alarms?.alarms?.map(({ name }) => ({ Name: name })),
        },
        AutoRollbackConfiguration: { Enabled: rollback?.enabled, Events: rollback?.events },
      };
    }),
  gone: consequence('BLOCKS', noRelease),
  properties: {
    'AlarmConfiguration.Enabled': notTakenBack,
    'AlarmConfiguration.Alarms': notTakenBack,
    'AlarmConfiguration.IgnorePollAlarmFailure': { ...notTakenBack, unset: false },
    'AutoRollbackConfiguration.Enabled': notTakenBack,
    'AutoRollbackConfiguration.Events': notTakenBack,
    DeploymentConfigName: consequence(
      'UNSAFE',
      'A release moves at another speed, perhaps too fast for an alarm.',
    ),
    ServiceRoleArn: consequence('BLOCKS', noRelease),
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
  gone: consequence('LACKS', 'Nobody sees which commits were deployed, and when.'),
  properties: {
    Value: consequence('LACKS', 'The list of deploys has a commit that was not deployed.'),
  },
};

export const releaseKinds = [application, group, parameter];
