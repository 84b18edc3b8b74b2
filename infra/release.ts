import { ArnFormat, Duration, Stack, Validations } from 'aws-cdk-lib';
import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import {
  LambdaApplication,
  LambdaDeploymentConfig,
  LambdaDeploymentGroup,
} from 'aws-cdk-lib/aws-codedeploy';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { CfnAlias } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { reservedIds } from '../functions/shared/own-plants.ts';
import { reserved } from '../functions/shared/reserved.ts';
import type { Table } from './protected-table.ts';
import { allow, reservedItems } from './rights.ts';
import {
  type FunctionProps,
  type LiveFunction,
  type LiveFunctions,
  ServiceFunction,
} from './service-function.ts';
import type { Settings } from './settings.ts';

export interface ReleaseProps extends FunctionProps {
  readonly live: LiveFunctions;
  readonly plants: Table;
  readonly tokens: Table;
  /** Only alarms on our own faults: a client's mistake does not mean a bad release. */
  readonly faults: Readonly<Record<keyof LiveFunctions, readonly IAlarm[]>>;
}

/** A hook calls a new version before clients can. Then the version gets the traffic, step by step. */
export class Release extends Construct {
  private readonly application = new LambdaApplication(this, 'Application');
  private readonly hook: ServiceFunction;

  constructor(scope: Construct, id: string, props: ReleaseProps) {
    super(scope, id);
    const { faults, live, settings } = props;
    this.hook = this.makeHook(props);
    let previous: LiveFunction | undefined;
    for (const [name, fn] of Object.entries(live)) {
      this.releaseOf(fn, faults[name as keyof LiveFunctions], settings);
      // One release at a time: if one fails, CloudFormation cancels the other, which is then stuck halfway:
      // https://github.com/aws/serverless-application-model/issues/351
      if (previous) fn.live.node.addDependency(previous.live);
      previous = fn;
    }
  }

  /** It calls the new versions of all functions, also if only one is being released: the others are live already. */
  private makeHook({ live, plants, tokens, ...props }: ReleaseProps) {
    const functions = Object.values(live);
    const hook = new ServiceFunction(this, 'VerifyRelease', {
      ...props,
      description: 'Tests a new version before it gets traffic, and stops its release',
      // All functions one after the other, each after a cold start, then the report.
      timeout: Duration.minutes(1),
      environment: {
        CREATE_PLANT_VERSION: live.createPlant.currentVersion.functionArn,
        AUTHORIZE_VERSION: live.authorize.currentVersion.functionArn,
        PLANTS_TABLE_NAME: plants.tableName,
        TOKENS_TABLE_NAME: tokens.tableName,
      },
      calls: ['lambda', 'codedeploy', 'dynamodb'],
    });
    // By their names, because each group waits for a role that names this function.
    const groups = functions.map(({ node }) =>
      Stack.of(this).formatArn({
        service: 'codedeploy',
        resource: 'deploymentgroup',
        resourceName: `${this.application.applicationName}/${node.id}`,
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      }),
    );
    for (const statement of [
      reservedItems(tokens.tableArn, `${reserved.digests}*`, 'PutItem', 'DeleteItem'),
      reservedItems(plants.tableArn, reservedIds.release, 'GetItem', 'DeleteItem'),
      // Any version: a permission for one version could be granted after the hook runs.
      allow(['lambda:InvokeFunction'], functions.map(versionsOf)),
      allow(['codedeploy:PutLifecycleEventHookExecutionStatus'], groups),
    ]) {
      hook.addToRolePolicy(statement);
    }
    Validations.of(hook.role as Role).acknowledge(...functions.map(acknowledgedVersions));
    return hook;
  }

  private releaseOf(fn: LiveFunction, alarms: readonly IAlarm[], settings: Settings): void {
    const { application, hook } = this;
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
    // The first deployment needs the role with its policy, and the hook.
    group.node.addDependency(role);
    fn.live.node.addDependency(hook);
    const { cfnOptions } = fn.live.node.defaultChild as CfnAlias;
    // The group has set a policy without the hook, because addPreHook() would be a circular dependency.
    delete cfnOptions.updatePolicy;
    // If not gradual, CloudFormation moves the alias itself: no hook and no alarm can stop a fix. The group,
    // the roles and the hook always stay, so that the next gradual release finds them ready.
    if (!settings.gradual) return;
    cfnOptions.updatePolicy = {
      codeDeployLambdaAliasUpdate: {
        applicationName: application.applicationName,
        deploymentGroupName: group.deploymentGroupName,
        beforeAllowTrafficHook: hook.functionName,
      },
    };
  }

  /**
   * Has the permissions of AWSCodeDeployRoleForLambdaLimited for one function and its hook, without access to S3:
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
    role.addToPolicy(allow(onAlias, [fn.functionArn, versionsOf(fn)]));
    role.addToPolicy(allow(['lambda:InvokeFunction'], [this.hook.functionArn]));
    role.addToPolicy(allow(['cloudwatch:DescribeAlarms'], ['*']));
    Validations.of(role).acknowledge(acknowledgedVersions(fn), {
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason:
        'cloudwatch:DescribeAlarms only reads states, and CodeDeploy can ask for all alarms at once.',
    });
    return role;
  }
}

function versionsOf({ functionArn }: LiveFunction): string {
  return `${functionArn}:*`;
}

function acknowledgedVersions({ node }: LiveFunction) {
  return {
    id: `AwsSolutions-IAM5[Resource::<${node.id}.Arn>:*]` as const,
    reason:
      'The aliases and versions of this one function; a version has no number before it exists.',
  };
}
