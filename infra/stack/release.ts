import { ArnFormat, Duration, Stack, Validations } from 'aws-cdk-lib';
import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import {
  LambdaApplication,
  LambdaDeploymentConfig,
  LambdaDeploymentGroup,
} from 'aws-cdk-lib/aws-codedeploy';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { CfnAlias } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { reserved } from '../../functions/shared/reserved.ts';
import { reservedItems } from './reserved-items.ts';
import {
  type LiveFunction,
  ServiceFunction,
  type ServiceFunctionProps,
} from './service-function.ts';

type Table = Pick<ITableV2, 'tableArn' | 'tableName'>;

export interface ReleaseProps
  extends Pick<ServiceFunctionProps, 'architecture' | 'logRetention' | 'disposable'> {
  /** The folder of the hook's bundle. */
  readonly code: string;
  readonly createPlant: LiveFunction;
  readonly authorize: LiveFunction;
  readonly plants: Table;
  readonly tokens: Table;
  /** Only alarms on our own faults: a client's mistake does not mean a bad release. */
  readonly faults: Readonly<Record<'createPlant' | 'authorize', readonly IAlarm[]>>;
  /** If false, CloudFormation moves the aliases itself: no hook and no alarm can stop a fix. */
  readonly gradual: boolean;
}

/** A hook calls a new version before clients can. Then the version gets the traffic, step by step. */
export class Release extends Construct {
  constructor(scope: Construct, id: string, props: ReleaseProps) {
    super(scope, id);
    const { createPlant, authorize, faults } = props;
    const application = new LambdaApplication(this, 'Application');
    const hook = new ReleaseHook(this, 'VerifyRelease', { application, ...props });
    const common = { ...props, application, hook };
    new FunctionRelease(this, createPlant, { ...common, faults: faults.createPlant });
    new FunctionRelease(this, authorize, { ...common, faults: faults.authorize });
    // One release at a time: if one fails, CloudFormation cancels the other, which is then stuck halfway:
    // https://github.com/aws/serverless-application-model/issues/351
    authorize.live.node.addDependency(createPlant.live);
  }
}

interface ReleaseHookProps extends ReleaseProps {
  readonly application: LambdaApplication;
}

/** Calls the new versions of both functions, also if only one is being released: the other is live already. */
class ReleaseHook extends ServiceFunction {
  constructor(scope: Construct, id: string, props: ReleaseHookProps) {
    const { application, createPlant, authorize, plants, tokens } = props;
    const { architecture, code, logRetention, disposable } = props;
    super(scope, id, {
      code,
      description: 'Tests a new version before it gets traffic, and stops its release',
      // Both functions one after the other, each after a cold start, then the report.
      timeout: Duration.minutes(1),
      architecture,
      environment: {
        CREATE_PLANT_VERSION: createPlant.currentVersion.functionArn,
        AUTHORIZE_VERSION: authorize.currentVersion.functionArn,
        PLANTS_TABLE_NAME: plants.tableName,
        TOKENS_TABLE_NAME: tokens.tableName,
      },
      calls: ['lambda', 'codedeploy', 'dynamodb'],
      logRetention,
      disposable,
    });
    this.addToRolePolicy(reservedItems(tokens, `${reserved.digests}*`, 'PutItem', 'DeleteItem'));
    this.addToRolePolicy(reservedItems(plants, reserved.plantIds.release, 'GetItem', 'DeleteItem'));
    const functions = [createPlant, authorize];
    this.addToRolePolicy(
      new PolicyStatement({
        actions: ['lambda:InvokeFunction'],
        // Any version: a permission for one version could be granted after the hook runs.
        resources: functions.map(({ functionArn }) => `${functionArn}:*`),
      }),
    );
    this.addToRolePolicy(
      new PolicyStatement({
        actions: ['codedeploy:PutLifecycleEventHookExecutionStatus'],
        // By their names, because each group waits for a role that names this function.
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

interface FunctionReleaseProps extends Pick<ReleaseProps, 'disposable' | 'gradual'> {
  readonly application: LambdaApplication;
  readonly hook: ServiceFunction;
  readonly faults: readonly IAlarm[];
}

class FunctionRelease extends Construct {
  constructor(scope: Construct, fn: LiveFunction, props: FunctionReleaseProps) {
    super(scope, fn.node.id);
    const { application, hook, faults, disposable, gradual } = props;
    const role = this.role(fn, hook);
    const group = new LambdaDeploymentGroup(this, 'Group', {
      application,
      deploymentGroupName: fn.node.id,
      alias: fn.live,
      alarms: [...faults],
      // Slow enough for an authorizer, which is called once for a hundred requests: test/lab/simulation/releases.test.ts.
      deploymentConfig: disposable
        ? LambdaDeploymentConfig.ALL_AT_ONCE
        : LambdaDeploymentConfig.LINEAR_10PERCENT_EVERY_3MINUTES,
      autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
      // Otherwise the construct adds a managed policy that can change every alias of the account.
      role: role.withoutPolicyUpdates(),
    });
    // The first deployment needs the role with its policy, and the hook.
    group.node.addDependency(role);
    fn.live.node.addDependency(hook);
    const { cfnOptions } = fn.live.node.defaultChild as CfnAlias;
    // The group has set a policy without the hook, because addPreHook() would be a circular dependency.
    delete cfnOptions.updatePolicy;
    // The group, the roles and the hook always stay, so that the next gradual release finds them ready.
    if (!gradual) return;
    cfnOptions.updatePolicy = {
      codeDeployLambdaAliasUpdate: {
        applicationName: application.applicationName,
        deploymentGroupName: group.deploymentGroupName,
        beforeAllowTrafficHook: hook.functionName,
      },
    };
  }

  /**
   * Grants the permissions of AWSCodeDeployRoleForLambdaLimited for one function and its hook, without access to S3:
   * https://docs.aws.amazon.com/aws-managed-policy/latest/reference/AWSCodeDeployRoleForLambdaLimited.html
   */
  private role(fn: LiveFunction, hook: ServiceFunction): Role {
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
      description: `Moves the traffic of ${fn.node.id} to a new version`,
    });
    const allow = (actions: string[], resources: string[]) =>
      role.addToPolicy(new PolicyStatement({ actions, resources }));
    allow(
      ['lambda:GetAlias', 'lambda:UpdateAlias', 'lambda:GetProvisionedConcurrencyConfig'],
      [fn.functionArn, `${fn.functionArn}:*`],
    );
    allow(['lambda:InvokeFunction'], [hook.functionArn]);
    allow(['cloudwatch:DescribeAlarms'], ['*']);
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
