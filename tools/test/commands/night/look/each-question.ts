import type { AwsState } from '../../../setup/aws-model/aws-state.ts';
import { resourcesOf } from '../../../setup/aws-model/find.ts';

/** Changes a stage so that each question of a look has an answer that leads to the next question. */
export function leadToEachQuestion(state: AwsState): void {
  const [table] = resourcesOf(state, 'AWS::DynamoDB::GlobalTable');
  const kmsKeyArn = 'arn:aws:kms:eu-central-1:123456789012:key/0a1b2c3d';
  state.tableStates[table?.physicalId ?? ''] = { kmsKeyArn };
  state.kmsKeys[kmsKeyArn] = 'Disabled';
  const alarmNames = [`${state.place.stackName}-Unavailable`];
  state.muteRules.push({ name: 'night', alarmNames, status: 'ACTIVE' });
  state.stack.status = 'UPDATE_IN_PROGRESS';
  state.deployments.push({
    id: 'd-1A2B3C',
    application: resourcesOf(state, 'AWS::CodeDeploy::Application')[0]?.physicalId ?? '',
    group: resourcesOf(state, 'AWS::CodeDeploy::DeploymentGroup')[0]?.physicalId ?? '',
    status: 'InProgress',
    created: state.now,
    currentVersion: '12',
    targetVersion: '13',
    weight: 10,
  });
}
