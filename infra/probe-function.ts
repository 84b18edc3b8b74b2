import { CfnOutput, Duration, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import type { Construct } from 'constructs';
import { tables } from '../functions/service.ts';
import { probeIdentity, reservedIdVariable } from '../functions/shared/probe-identity.ts';
import { probed } from '../functions/shared/probe-item.ts';
import type { ProtectedTable } from './protected-table.ts';
import type { ServiceApi } from './service-api.ts';
import { ServiceFunction, type StageProps } from './service-function.ts';
import { ServiceRole } from './service-role.ts';

interface ProbeProps extends StageProps {
  readonly api: ServiceApi;
  /** The table into which it looks. */
  readonly items: ProtectedTable;
  /** The functions that change this table for clients. */
  readonly writers: readonly ServiceFunction[];
  readonly tokens: ProtectedTable;
}

/**
 * Calls the service each minute as a client does, and fails if an answer is wrong. It is in the region that it tests,
 * because CodeDeploy uses alarms of this region: the probe does not notice an outage of the whole region.
 */
export class ProbeFunction extends ServiceFunction {
  constructor(
    scope: Construct,
    id: 'Probe',
    { api, items, writers, tokens, ...props }: ProbeProps,
  ) {
    super(scope, id, {
      ...props,
      description: 'Calls the service as a client does',
      environment: {
        [tables[probed.table].variable]: items.tableName,
        [tables.Tokens.variable]: tokens.tableName,
      },
    });
    for (const writer of writers) writer.addEnvironment(reservedIdVariable, probeIdentity.id);
    this.allowOwnItems(tokens, items);
    this.allowMetricOfStack();
    // A failure is counted once, in its own minute.
    this.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: Duration.minutes(1) });
    this.callEachMinute(api);
    new CfnOutput(Stack.of(this), 'ProbeName', {
      value: this.functionName,
      description: 'Function that calls as a client does',
    });
  }

  private allowOwnItems(tokens: ProtectedTable, items: ProtectedTable): void {
    this.addToRolePolicy(
      new PolicyStatement({
        actions: ['dynamodb:PutItem', 'dynamodb:DeleteItem'],
        resources: [tokens.tableArn],
        conditions: onKeys(`${probeIdentity.digestPrefix}*`),
      }),
    );
    this.addToRolePolicy(
      new PolicyStatement({
        actions: ['dynamodb:GetItem', 'dynamodb:DeleteItem'],
        resources: [items.tableArn],
        // No document says in which form AWS compares a key that is a number. If it is another form than this text, AWS
        // refuses the probe from its first run. docs/DEPLOY.md says how to notice that, and what to delete then.
        conditions: onKeys(probeIdentity.id),
      }),
    );
  }

  private allowMetricOfStack(): void {
    const { stackName } = Stack.of(this);
    this.addToRolePolicy(
      new PolicyStatement({
        actions: ['cloudwatch:PutMetricData'],
        resources: ['*'],
        conditions: { StringEquals: { 'cloudwatch:namespace': stackName } },
      }),
    );
    Validations.of(this.role as ServiceRole).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'cloudwatch:PutMetricData has no resources. Its condition is this stack.',
    });
  }

  private callEachMinute(api: ServiceApi): void {
    const { account, stackName } = Stack.of(this);
    const role = new ServiceRole(this, 'ScheduleRole', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': account } },
      }),
      description: 'Starts the probe each minute',
    });
    const actions = ['lambda:InvokeFunction'];
    role.addToPolicy(new PolicyStatement({ actions, resources: [this.functionArn] }));
    const schedule = new CfnSchedule(this, 'EveryMinute', {
      // A name that CloudFormation makes of the stack's name and the logical id can be longer than the 64 characters of a
      // schedule's name.
      name: stackName,
      scheduleExpression: 'rate(1 minute)',
      flexibleTimeWindow: { mode: 'OFF' },
      // The default, written down: only then does CloudFormation see that it was switched off.
      state: 'ENABLED',
      target: {
        arn: this.functionArn,
        roleArn: role.roleArn,
        // By the domain, so that it also tests DNS and the certificate.
        input: Stack.of(this).toJsonString({ url: api.url, namespace: stackName }),
        retryPolicy: { maximumRetryAttempts: 0, maximumEventAgeInSeconds: 60 },
      },
    });
    // Without the whole API, the first runs would fail, and page.
    schedule.node.addDependency(role, api);
  }
}

/**
 * Limits a right to the items of a table whose keys have this form.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html
 */
function onKeys(form: string) {
  return {
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [form] },
    // ForAllValues is also true for a request without a key, such as a scan.
    Null: { 'dynamodb:LeadingKeys': 'false' },
  };
}
