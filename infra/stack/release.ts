import { ArnFormat, Duration, type RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import {
  LambdaApplication,
  LambdaDeploymentConfig,
  LambdaDeploymentGroup,
} from 'aws-cdk-lib/aws-codedeploy';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { CfnAlias } from 'aws-cdk-lib/aws-lambda';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { ServiceFunction, type ServiceFunctionProps } from './service-function.ts';

export interface ReleaseProps {
  /** The folder of the hook's bundle. */
  readonly code: string;
  readonly architecture: ServiceFunctionProps['architecture'];
  readonly createPlant: ServiceFunction;
  readonly authorize: ServiceFunction;
  /** On our own faults alone: a client's mistake says nothing about a release. */
  readonly faults: Readonly<Record<'createPlant' | 'authorize', readonly IAlarm[]>>;
  readonly logRetention: RetentionDays;
  readonly removalPolicy: RemovalPolicy;
}

/** A new version is asked before any client meets it, then gets more and more of the traffic. */
export class Release extends Construct {
  constructor(scope: Construct, id: string, props: ReleaseProps) {
    super(scope, id);
    const { createPlant, authorize, faults } = props;
    const application = new LambdaApplication(this, 'Application');
    const hook = new ReleaseHook(this, 'VerifyRelease', { application, ...props });
    const common = { application, hook };
    new GradualRelease(this, 'CreatePlant', {
      fn: createPlant,
      faults: faults.createPlant,
      ...common,
    });
    new GradualRelease(this, 'Authorize', { fn: authorize, faults: faults.authorize, ...common });
  }
}

interface ReleaseHookProps extends ReleaseProps {
  readonly application: LambdaApplication;
}

/** Asks the new versions of both functions, whichever is being released: the other one is live already. */
class ReleaseHook extends ServiceFunction {
  constructor(scope: Construct, id: string, props: ReleaseHookProps) {
    const { application, architecture, code, createPlant, authorize } = props;
    const { logRetention, removalPolicy } = props;
    super(scope, id, {
      code,
      description: 'Asks a new version before it gets traffic, and stops its release',
      // Both functions at once, each after a cold start, and then the report.
      timeout: Duration.minutes(1),
      architecture,
      environment: {
        CREATE_PLANT_VERSION: createPlant.currentVersion.functionArn,
        AUTHORIZE_VERSION: authorize.currentVersion.functionArn,
      },
      calls: ['lambda', 'codedeploy'],
      logRetention,
      removalPolicy,
    });
    const functions = [createPlant, authorize];
    this.addToRolePolicy(
      new PolicyStatement({
        actions: ['lambda:InvokeFunction'],
        // Any version: a right that comes with each release may come too late for it.
        resources: functions.map(({ functionArn }) => `${functionArn}:*`),
      }),
    );
    this.addToRolePolicy(
      new PolicyStatement({
        actions: ['codedeploy:PutLifecycleEventHookExecutionStatus'],
        // By their names, since each group waits for a role that names this function.
        resources: functions.map(({ node }) =>
          Stack.of(this).formatArn({
            service: 'codedeploy',
            resource: 'deploymentgroup',
            resourceName: `${application.applicationName}/${node.id}`,
            arnFormat: ArnFormat.COLON_RESOURCE_NAME,
          }),
        ),
      }),
    );
    Validations.of(this.role as Role).acknowledge(
      ...functions.map(({ node }) => ({
        id: `AwsSolutions-IAM5[Resource::<${node.id}.Arn>:*]` as const,
        reason: 'The versions of this one function; a version has no number before it exists.',
      })),
    );
  }
}

interface GradualReleaseProps {
  readonly application: LambdaApplication;
  readonly hook: ServiceFunction;
  readonly fn: ServiceFunction;
  readonly faults: readonly IAlarm[];
}

class GradualRelease extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { application, hook, fn, faults }: GradualReleaseProps,
  ) {
    super(scope, id);
    const role = this.role(fn, hook);
    const group = new LambdaDeploymentGroup(this, 'Group', {
      application,
      deploymentGroupName: fn.node.id,
      alias: fn.live,
      alarms: [...faults],
      // Slow enough for an authorizer, which is called once for a hundred requests: test/lab/simulation/releases.test.ts.
      deploymentConfig: LambdaDeploymentConfig.LINEAR_10PERCENT_EVERY_3MINUTES,
      autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
      // Else the construct adds a managed policy that may repoint every alias of the account.
      role: role.withoutPolicyUpdates(),
    });
    // The first deployment must find the role's policy in place, and the hook with its own.
    group.node.addDependency(role);
    fn.live.node.addDependency(hook);
    const { cfnOptions } = fn.live.node.defaultChild as CfnAlias;
    cfnOptions.updatePolicy = {
      codeDeployLambdaAliasUpdate: {
        applicationName: application.applicationName,
        deploymentGroupName: group.deploymentGroupName,
        // By hand: the group's own way grants by its ARN, and so makes a circle.
        beforeAllowTrafficHook: hook.functionName,
      },
    };
  }

  /**
   * What AWSCodeDeployRoleForLambdaLimited holds, for one function and its hook, less revisions in S3:
   * https://docs.aws.amazon.com/aws-managed-policy/latest/reference/AWSCodeDeployRoleForLambdaLimited.html
   */
  private role(fn: ServiceFunction, hook: ServiceFunction): Role {
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
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [hook.functionArn] }),
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
