import {
  BatchGetDeploymentGroupsCommand,
  BatchGetDeploymentTargetsCommand,
  GetDeploymentCommand,
  ListDeploymentsCommand,
  ListDeploymentTargetsCommand,
  StopDeploymentCommand,
} from '@aws-sdk/client-codedeploy';
import type { AwsState, Deployment } from '../aws-state.ts';
import { resourceOf, resourcesOf } from '../find.ts';
import { AwsError, operation } from '../operation.ts';
import { pageOf } from '../paging.ts';

function find({ deployments }: AwsState, id: string | undefined): Deployment {
  const found = deployments.find((one) => one.id === id);
  if (found === undefined) throw new AwsError('DeploymentDoesNotExistException');
  return found;
}

function application(state: AwsState, name: string | undefined): void {
  const missing = new AwsError('ApplicationDoesNotExistException');
  resourceOf(state, 'AWS::CodeDeploy::Application', name, missing);
}

export const codedeploy = [
  operation(ListDeploymentsCommand, (input, state) => {
    const { applicationName, deploymentGroupName, includeOnlyStatuses, nextToken } = input;
    if ((applicationName === undefined) !== (deploymentGroupName === undefined))
      throw new AwsError('DeploymentGroupNameRequiredException');
    application(state, applicationName);
    const missing = new AwsError('DeploymentGroupDoesNotExistException');
    resourceOf(state, 'AWS::CodeDeploy::DeploymentGroup', deploymentGroupName, missing);
    const asked = state.deployments.filter(
      ({ group, status }) =>
        group === deploymentGroupName &&
        (includeOnlyStatuses === undefined || includeOnlyStatuses.includes(status)),
    );
    const { items, next } = pageOf(state, asked, nextToken);
    return { deployments: items.map(({ id }) => id), nextToken: next };
  }),
  operation(GetDeploymentCommand, ({ deploymentId }, state) => {
    const { application, group, status, created } = find(state, deploymentId);
    return {
      deploymentInfo: {
        deploymentId,
        applicationName: application,
        deploymentGroupName: group,
        status,
        createTime: created,
      },
    };
  }),
  operation(ListDeploymentTargetsCommand, ({ deploymentId }, state) => ({
    targetIds: [`${find(state, deploymentId).group}:live`],
  })),
  operation(BatchGetDeploymentTargetsCommand, ({ deploymentId, targetIds = [] }, state) => {
    const { currentVersion, targetVersion, weight, status } = find(state, deploymentId);
    return {
      deploymentTargets: targetIds.map((targetId) => ({
        deploymentTargetType: 'LambdaTarget' as const,
        lambdaTarget: {
          deploymentId,
          targetId,
          status: status === 'Queued' || status === 'Stopped' ? ('Pending' as const) : status,
          lambdaFunctionInfo: { currentVersion, targetVersion, targetVersionWeight: weight },
        },
      })),
    };
  }),
  operation(StopDeploymentCommand, ({ deploymentId }, state) => {
    const deployment = find(state, deploymentId);
    deployment.status = 'Stopped';
    deployment.weight = 0;
    // The function has the name of its group.
    const ids = state.resources.filter(({ logicalId }) => logicalId === deployment.group);
    const names = ids.map(({ physicalId }) => physicalId);
    const [alias] = resourcesOf(state, 'AWS::Lambda::Alias').filter(({ properties }) =>
      names.includes(properties.FunctionName),
    );
    if (alias) {
      alias.properties.FunctionVersion = deployment.currentVersion;
      delete alias.properties.RoutingConfig;
    }
    return { status: 'Succeeded' as const };
  }),
  operation(BatchGetDeploymentGroupsCommand, (input, state) => {
    const { applicationName, deploymentGroupNames = [] } = input;
    application(state, applicationName);
    const groups = state.resources.filter(
      ({ type, physicalId }) =>
        type === 'AWS::CodeDeploy::DeploymentGroup' && deploymentGroupNames.includes(physicalId),
    );
    return {
      deploymentGroupsInfo: groups.map(({ properties }) => {
        const { AlarmConfiguration: alarms, AutoRollbackConfiguration: rollback } = properties;
        return {
          applicationName,
          deploymentGroupName: properties.DeploymentGroupName,
          deploymentConfigName: properties.DeploymentConfigName,
          serviceRoleArn: properties.ServiceRoleArn,
          alarmConfiguration: {
            enabled: alarms?.Enabled,
            ignorePollAlarmFailure: alarms?.IgnorePollAlarmFailure ?? false,
            alarms: alarms?.Alarms?.map(({ Name }: { Name: string }) => ({ name: Name })),
          },
          autoRollbackConfiguration: { enabled: rollback?.Enabled, events: rollback?.Events },
        };
      }),
    };
  }),
];
