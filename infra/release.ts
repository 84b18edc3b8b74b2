import { Validations } from 'aws-cdk-lib';
import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import {
  LambdaApplication,
  LambdaDeploymentConfig,
  LambdaDeploymentGroup,
} from 'aws-cdk-lib/aws-codedeploy';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { CfnAlias } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { LiveFunction, LiveFunctions } from './service-function.ts';
import type { Settings } from './settings.ts';

export interface ReleaseProps {
  readonly settings: Settings;
  readonly live: LiveFunctions;
  /** Only alarms on our own faults: a client's mistake does not mean a bad release. */
  readonly faults: Readonly<Record<keyof LiveFunctions, readonly IAlarm[]>>;
}

/** A new version gets the traffic step by step. An alarm gives it back to the version before. */
export class Release extends Construct {
  private readonly application = new LambdaApplication(this, 'Application');

  constructor(scope: Construct, id: string, props: ReleaseProps) {
    super(scope, id);
    const { faults, live, settings } = props;
    let previous: LiveFunction | undefined;
    for (const [name, fn] of Object.entries(live)) {
      this.releaseOf(fn, faults[name as keyof LiveFunctions], settings);
      // One release at a time: if one fails, CloudFormation cancels the other, which is then stuck halfway:
      // https://github.com/aws/serverless-application-model/issues/351
      if (previous) fn.live.node.addDependency(previous.live);
      previous = fn;
    }
  }

  private releaseOf(fn: LiveFunction, alarms: readonly IAlarm[], settings: Settings): void {
    const { application } = this;
    const scope = new Construct(this, fn.node.id);
    const role = this.moverOf(scope, fn);
    const group = new LambdaDeploymentGroup(scope, 'Group', {
      application,
      deploymentGroupName: fn.node.id,
      alias: fn.live,
      alarms: [...alarms],
      // Slow enough for an authorizer, which is called once for a hundred requests.
      deploymentConfig: settings.disposable
        ? LambdaDeploymentConfig.ALL_AT_ONCE
        : LambdaDeploymentConfig.LINEAR_10PERCENT_EVERY_3MINUTES,
      autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
      // Otherwise the construct adds a managed policy that can change every alias of the account.
      role: role.withoutPolicyUpdates(),
    });
    // The first deployment needs the role with its policy.
    group.node.addDependency(role);
    // CloudFormation then moves the alias itself, and no alarm can stop a fix. The group and its role stay, so that the
    // next gradual release finds them ready.
    if (!settings.gradual) delete (fn.live.node.defaultChild as CfnAlias).cfnOptions.updatePolicy;
  }

  /**
   * Has the permissions of AWSCodeDeployRoleForLambdaLimited for one function, without access to S3:
   * https://docs.aws.amazon.com/aws-managed-policy/latest/reference/AWSCodeDeployRoleForLambdaLimited.html
   */
  private moverOf(scope: Construct, fn: LiveFunction): Role {
    const role = new Role(scope, 'Role', {
      assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
      description: `Moves the traffic of ${fn.node.id} to a new version`,
    });
    const onAlias = ['GetAlias', 'UpdateAlias', 'GetProvisionedConcurrencyConfig'].map(
      (action) => `lambda:${action}`,
    );
    const resources = [fn.functionArn, `${fn.functionArn}:*`];
    role.addToPolicy(new PolicyStatement({ actions: onAlias, resources }));
    const actions = ['cloudwatch:DescribeAlarms'];
    role.addToPolicy(new PolicyStatement({ actions, resources: ['*'] }));
    Validations.of(role).acknowledge(
      {
        id: `AwsSolutions-IAM5[Resource::<${fn.node.id}.Arn>:*]`,
        reason:
          'The aliases and versions of this one function; a version has no number before it exists.',
      },
      {
        id: 'AwsSolutions-IAM5[Resource::*]',
        reason:
          'cloudwatch:DescribeAlarms only reads states, and CodeDeploy can ask for all alarms at once.',
      },
    );
    return role;
  }
}
