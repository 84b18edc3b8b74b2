import type { AwsCall } from './aws-model.ts';
import { arn, attributeOf } from './aws-names.ts';
import type { AwsState } from './aws-state.ts';
import { resourcesOf } from './find.ts';

/** A right as a policy names it: an action, and the resource that AWS compares with the policy. */
export interface Right {
  readonly action: string;
  /** A star if AWS cannot limit the action to a resource. */
  readonly resource: string;
}

/** What calls can name. */
interface Input {
  readonly AlarmMuteRuleName?: string;
  readonly BackupArn?: string;
  readonly CertificateArn?: string;
  readonly DashboardName?: string;
  readonly FunctionName?: string;
  readonly GroupName?: string;
  readonly KeyId?: string;
  readonly Name?: string;
  readonly RoleName?: string;
  readonly SourceTableName?: string;
  readonly StackName?: string;
  readonly TableName?: string;
  readonly TargetTableName?: string;
  readonly TopicArn?: string;
  readonly applicationName?: string;
  readonly deploymentGroupName?: string;
  readonly deploymentGroupNames?: readonly string[];
  readonly deploymentId?: string;
  readonly logGroupName?: string;
  readonly logGroupNames?: readonly string[];
}

type Resources = (input: Input, state: AwsState, call: AwsCall) => string | readonly string[];

/**
 * What AWS compares, by the service as a policy names it. An action has a line of its own if it has other resources.
 * https://docs.aws.amazon.com/service-authorization/latest/reference/reference_policies_actions-resources-contextkeys.html
 */
const resources: Readonly<Record<string, Resources>> = {
  acm: ({ CertificateArn = '' }) => CertificateArn,
  apigateway: (_, { place }, { path }) =>
    `arn:${place.partition}:apigateway:${place.region}::${decodeURIComponent(path.replace(/^\/v2/, ''))}`,
  cloudformation: ({ StackName }, { place }) =>
    arn(place, 'cloudformation', `stack/${StackName}/1`),
  'cloudformation:ListStacks': () => '*',
  // Alarms have a resource, but AWS shows composite alarms only to those who may see all alarms.
  cloudwatch: () => '*',
  'cloudwatch:GetAlarmMuteRule': ({ AlarmMuteRuleName }, { place }) =>
    arn(place, 'cloudwatch', `alarm-mute-rule:${AlarmMuteRuleName}`),
  'cloudwatch:GetDashboard': ({ DashboardName }, { place }) =>
    `arn:${place.partition}:cloudwatch::${place.account}:dashboard/${DashboardName}`,
  'cloudwatch:ListAlarmMuteRules': (_, { place }) =>
    arn(place, 'cloudwatch', 'alarm-mute-rule:any'),
  codedeploy: () => '*',
  'codedeploy:BatchGetDeploymentGroups': (
    { applicationName = '', deploymentGroupNames = [] },
    state,
  ) => deploymentGroupNames.map((group) => deploymentGroup(state, applicationName, group)),
  'codedeploy:GetDeployment': ({ deploymentId }, state) =>
    state.deployments
      .filter(({ id }) => id === deploymentId)
      .map(({ application, group }) => deploymentGroup(state, application, group)),
  'codedeploy:ListDeployments': ({ applicationName = '', deploymentGroupName = '' }, state) =>
    deploymentGroup(state, applicationName, deploymentGroupName),
  dynamodb: ({ TableName }, { place }) => arn(place, 'dynamodb', `table/${TableName}`),
  'dynamodb:DescribeStream': streams,
  'dynamodb:GetRecords': streams,
  'dynamodb:GetShardIterator': streams,
  'dynamodb:ListBackups': () => '*',
  'dynamodb:ListTables': () => '*',
  'dynamodb:RestoreTableFromBackup': ({ BackupArn = '', TargetTableName }, { place }) => [
    BackupArn,
    arn(place, 'dynamodb', `table/${TargetTableName}`),
  ],
  'dynamodb:RestoreTableToPointInTime': ({ SourceTableName, TargetTableName }, { place }) => [
    arn(place, 'dynamodb', `table/${SourceTableName}`),
    arn(place, 'dynamodb', `table/${TargetTableName}`),
  ],
  iam: ({ RoleName }, { place }) => `arn:${place.partition}:iam::${place.account}:role/${RoleName}`,
  kms: ({ KeyId = '' }) => KeyId,
  lambda: ({ FunctionName = '' }, { place }) =>
    arn(place, 'lambda', `function:${FunctionName.replace(/.*:function:/, '')}`),
  'lambda:GetAccountSettings': () => '*',
  logs: () => '*',
  'logs:DescribeMetricFilters': ({ logGroupName }, { place }) =>
    arn(place, 'logs', `log-group:${logGroupName}`),
  'logs:StartQuery': ({ logGroupNames = [] }, { place }) =>
    logGroupNames.map((name) => arn(place, 'logs', `log-group:${name}`)),
  scheduler: ({ GroupName = 'default', Name }, { place }) =>
    arn(place, 'scheduler', `schedule/${GroupName}/${Name}`),
  sns: ({ TopicArn = '' }) => TopicArn,
  ssm: ({ Name }, { place }) => arn(place, 'ssm', `parameter/${Name}`),
};

function deploymentGroup({ place }: AwsState, application: string, group: string): string {
  return arn(place, 'codedeploy', `deploymentgroup:${application}/${group}`);
}

/** The place in a stream that AWS gives names the stream. The stand-in has only one stream. */
function streams(_: Input, state: AwsState): string[] {
  const type = 'AWS::DynamoDB::GlobalTable';
  return resourcesOf(state, type)
    .filter(({ properties }) => properties.StreamSpecification)
    .map(({ physicalId }) => attributeOf(state.place, type, physicalId, 'StreamArn'));
}

/**
 * A restore fills the new table with the rights of the caller.
 * https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazondynamodb.html
 */
const filling = [
  'BatchWriteItem',
  'DeleteItem',
  'GetItem',
  'PutItem',
  'Query',
  'Scan',
  'UpdateItem',
];

/** What a policy calls a service, if it is not the name with which requests to it are signed. */
const prefixes: Readonly<Record<string, string>> = { monitoring: 'cloudwatch' };

/** The right that a call needs, as a policy names it: `lambda:GetPolicy`. API Gateway has one for each method. */
function actionOf({ service, operation, method }: AwsCall): string {
  return `${prefixes[service] ?? service}:${service === 'apigateway' ? method : operation}`;
}

/** The rights that a call needs. Everybody may ask who they are. */
export function rightsFor(call: AwsCall, state: AwsState): Right[] {
  const action = actionOf(call);
  if (action === 'sts:GetCallerIdentity') return [];
  const [service = ''] = action.split(':');
  const find = resources[action] ?? resources[service];
  if (find === undefined) throw new Error(`Nothing says which resource ${action} has`);
  const own = [find(call.input, state, call)].flat().map((resource) => ({ action, resource }));
  if (!call.operation.startsWith('RestoreTable')) return own;
  const { TargetTableName }: Input = call.input;
  const resource = arn(state.place, 'dynamodb', `table/${TargetTableName}`);
  return [...own, ...filling.map((name) => ({ action: `dynamodb:${name}`, resource }))];
}
