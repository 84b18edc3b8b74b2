import { Validations } from 'aws-cdk-lib';
import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import {
  LambdaApplication,
  LambdaDeploymentConfig,
  LambdaDeploymentGroup,
} from 'aws-cdk-lib/aws-codedeploy';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { CfnAlias } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { LiveName } from '../functions/service.ts';
import type { LiveFunction, LiveFunctions } from './service-function.ts';
import { ServiceRole } from './service-role.ts';
import type { Settings } from './settings.ts';

interface ReleaseProps {
  readonly settings: Settings;
  /** They are released one after the other, in the order of this object. */
  readonly liveFunctions: LiveFunctions;
  /** Only alarms on our own faults: a client's mistake does not mean a bad release. */
  readonly alarmsOf: (name: LiveName) => readonly IAlarm[];
}

/** A new version gets the traffic step by step. An alarm gives it back to the version before. */
export class Release extends Construct {
  constructor(scope: Construct, id: string, { alarmsOf, liveFunctions, settings }: ReleaseProps) {
    super(scope, id);
    const application = new LambdaApplication(this, 'Application');
    let before: LiveFunction | undefined;
    for (const [name, fn] of Object.entries(liveFunctions)) {
      const part = new Construct(this, name);
      const role = createDeployRole(part, fn);
      const group = new LambdaDeploymentGroup(part, 'Group', {
        application,
        deploymentGroupName: name,
        alias: fn.alias,
        alarms: [...alarmsOf(name as LiveName)],
        // Slow enough for an authorizer, which is called once for a hundred requests.
        deploymentConfig: LambdaDeploymentConfig.LINEAR_10PERCENT_EVERY_3MINUTES,
        autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
        // Otherwise the construct adds a managed policy that can change every alias of the account.
        role: role.withoutPolicyUpdates(),
      });
      // The first deployment needs the role with its rights.
      group.node.addDependency(role);
      // Without `gradual`, CloudFormation moves the alias, and no alarm can stop a fix. The group and its role stay, so that
      // the next release finds them ready.
      if (!settings.gradual)
        delete (fn.alias.node.defaultChild as CfnAlias).cfnOptions.updatePolicy;
      // One release at a time: if one fails, CloudFormation cancels the other, which is then stuck halfway:
      // https://github.com/aws/serverless-application-model/issues/351
      if (before) fn.alias.node.addDependency(before.alias);
      before = fn;
    }
  }
}

/**
 * Has the permissions of AWSCodeDeployRoleForLambdaLimited for one function, without access to S3:
 * https://docs.aws.amazon.com/aws-managed-policy/latest/reference/AWSCodeDeployRoleForLambdaLimited.html
 */
function createDeployRole(scope: Construct, fn: LiveFunction): ServiceRole {
  const role = new ServiceRole(scope, 'Role', {
    assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
    description: `Moves the traffic of ${fn.node.id} to a new version`,
  });
  const onAlias = ['GetAlias', 'UpdateAlias', 'GetProvisionedConcurrencyConfig'];
  const statement = new PolicyStatement({
    actions: onAlias.map((action) => `lambda:${action}`),
    resources: [fn.functionArn, `${fn.functionArn}:*`],
  });
  role.addToPolicy(statement);
  const actions = ['cloudwatch:DescribeAlarms'];
  role.addToPolicy(new PolicyStatement({ actions, resources: ['*'] }));
  Validations.of(role).acknowledge(
    {
      id: `AwsSolutions-IAM5[Resource::<${fn.node.id}.Arn>:*]`,
      reason: 'The versions of this one function. A version has no number before it exists.',
    },
    {
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'CodeDeploy can ask for all alarms at once, and only reads their states.',
    },
  );
  return role;
}
