import { createHash } from 'node:crypto';

// What AWS names the resources of a template, and what Fn::GetAtt says of them.

export interface Place {
  readonly stackName: string;
  readonly partition: string;
  readonly region: string;
  readonly account: string;
}

/** Such as 1A2B3C4D5E6F, always the same for the same text. */
export function idOf(text: string, length = 12): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}

export function arn(place: Place, service: string, resource: string): string {
  return `arn:${place.partition}:${service}:${place.region}:${place.account}:${resource}`;
}

/** What Ref gives: the name or id that AWS gave to a resource with these properties. */
export function physicalIdOf(
  place: Place,
  logicalId: string,
  type: string,
  properties: Readonly<Record<string, unknown>>,
): string {
  const text = (name: string) => String(properties[name]);
  const short = idOf(`${place.stackName} ${logicalId}`, 10);
  const made = `${place.stackName}-${logicalId}-${idOf(logicalId).toUpperCase()}`;
  switch (type) {
    case 'AWS::ApiGatewayV2::Stage':
      return text('StageName');
    case 'AWS::ApiGatewayV2::DomainName':
      return text('DomainName');
    case 'AWS::ApiGatewayV2::Api':
    case 'AWS::ApiGatewayV2::ApiMapping':
    case 'AWS::ApiGatewayV2::Authorizer':
    case 'AWS::ApiGatewayV2::Integration':
    case 'AWS::ApiGatewayV2::Route':
      return short;
    case 'AWS::CloudWatch::Alarm':
    case 'AWS::CloudWatch::CompositeAlarm':
      return text('AlarmName');
    case 'AWS::CloudWatch::Dashboard':
      return text('DashboardName');
    case 'AWS::CodeDeploy::DeploymentGroup':
      return text('DeploymentGroupName');
    case 'AWS::Lambda::Alias':
      return `${arn(place, 'lambda', `function:${text('FunctionName')}`)}:${text('Name')}`;
    case 'AWS::Lambda::Version':
      return `${arn(place, 'lambda', `function:${text('FunctionName')}`)}:${liveVersion}`;
    case 'AWS::Lambda::EventInvokeConfig':
      return `${text('FunctionName')}|${text('Qualifier')}`;
    case 'AWS::Logs::LogGroup':
      return String(properties['LogGroupName'] ?? made);
    case 'AWS::Logs::QueryDefinition':
      return `${idOf(logicalId, 8)}-0000-4000-8000-000000000000`;
    case 'AWS::SNS::Topic':
      return arn(place, 'sns', made);
    case 'AWS::SNS::Subscription':
      return `${text('TopicArn')}:${idOf(logicalId, 8)}-0000-4000-8000-000000000000`;
    case 'AWS::SSM::Parameter':
      return `CFN-${logicalId}-${idOf(logicalId)}`;
    default:
      return made;
  }
}

/** The version that the last deploy made of each function. */
export const liveVersion = '13';

/** What Fn::GetAtt gives. */
export function attributeOf(
  place: Place,
  type: string,
  physicalId: string,
  attribute: string,
): string {
  switch (`${type} ${attribute}`) {
    case 'AWS::ApiGatewayV2::Api ApiEndpoint':
      return `https://${physicalId}.execute-api.${place.region}.amazonaws.com`;
    case 'AWS::ApiGatewayV2::DomainName RegionalDomainName':
      return `d-${idOf(physicalId, 10)}.execute-api.${place.region}.amazonaws.com`;
    case 'AWS::ApiGatewayV2::DomainName RegionalHostedZoneId':
      return 'Z1U9ULNL0V5AJ3';
    case 'AWS::CloudWatch::Alarm Arn':
    case 'AWS::CloudWatch::CompositeAlarm Arn':
      return arn(place, 'cloudwatch', `alarm:${physicalId}`);
    case 'AWS::DynamoDB::GlobalTable Arn':
      return arn(place, 'dynamodb', `table/${physicalId}`);
    case 'AWS::DynamoDB::GlobalTable StreamArn':
      return arn(place, 'dynamodb', `table/${physicalId}/stream/2026-06-01T09:00:00.000`);
    case 'AWS::IAM::Role Arn':
      return `arn:${place.partition}:iam::${place.account}:role/${physicalId}`;
    case 'AWS::Lambda::Function Arn':
      return arn(place, 'lambda', `function:${physicalId}`);
    case 'AWS::Lambda::Version Version':
      return liveVersion;
    case 'AWS::Logs::LogGroup Arn':
      return `${arn(place, 'logs', `log-group:${physicalId}`)}:*`;
    default:
      throw new Error(`The stand-in does not know ${attribute} of ${type}`);
  }
}
