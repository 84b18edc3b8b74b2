import { Validations } from 'aws-cdk-lib';
import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import {
  type ILambdaApplication,
  LambdaDeploymentConfig,
  LambdaDeploymentGroup,
} from 'aws-cdk-lib/aws-codedeploy';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { ServiceFunction } from './service-function.ts';

export interface GradualReleaseProps {
  readonly application: ILambdaApplication;
  readonly fn: ServiceFunction;
  /** Alarms on our own faults: a client's mistake says nothing about a release. */
  readonly faults: readonly IAlarm[];
}

/** Gives a new version a tenth of the traffic for five minutes, then all; a fault takes it back. */
export class GradualRelease extends Construct {
  constructor(scope: Construct, id: string, { application, fn, faults }: GradualReleaseProps) {
    super(scope, id);
    const role = this.role(fn);
    const group = new LambdaDeploymentGroup(this, 'Group', {
      application,
      alias: fn.live,
      alarms: [...faults],
      deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
      autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
      // Else the construct adds a managed policy that may repoint every alias of the account.
      role: role.withoutPolicyUpdates(),
    });
    // The first deployment must find the role's policy in place.
    group.node.addDependency(role);
  }

  /**
   * What AWSCodeDeployRoleForLambdaLimited holds, for one function, less what only hooks and revisions in S3 need:
   * https://docs.aws.amazon.com/aws-managed-policy/latest/reference/AWSCodeDeployRoleForLambdaLimited.html
   */
  private role(fn: ServiceFunction): Role {
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
      description: `Moves the traffic of ${fn.node.id} to a new version`,
    });
    role.addToPolicy(
      new PolicyStatement({
        actions: [
          'lambda:GetAlias',
          'lambda:UpdateAlias',
          'lambda:GetProvisionedConcurrencyConfig',
        ],
        resources: [fn.functionArn, `${fn.functionArn}:*`],
      }),
    );
    role.addToPolicy(
      new PolicyStatement({ actions: ['cloudwatch:DescribeAlarms'], resources: ['*'] }),
    );
    Validations.of(role).acknowledge(
      {
        id: `AwsSolutions-IAM5[Resource::<${fn.node.id}.Arn>:*]`,
        reason:
          'The aliases and versions of this one function; a version has no number before it exists.',
      },
      {
        id: 'AwsSolutions-IAM5[Resource::*]',
        reason:
          'cloudwatch:DescribeAlarms reads states only, and CodeDeploy may ask for all alarms at once.',
      },
    );
    return role;
  }
}
