import { type CloudFormationTemplate, TemplateError } from './cloudformation.ts';

const served = [
  'AWS::ApiGatewayV2::Api',
  'AWS::ApiGatewayV2::Authorizer',
  'AWS::ApiGatewayV2::Integration',
  'AWS::ApiGatewayV2::Route',
  'AWS::ApiGatewayV2::Stage',
  'AWS::DynamoDB::GlobalTable',
  'AWS::Lambda::Alias',
  'AWS::Lambda::Function',
];

/** Resources for rights, monitoring, alerts and releases. They change no answer to a request. */
const withoutEffect = [
  'AWS::ApplicationInsights::Application',
  'AWS::ApplicationSignals::ServiceLevelObjective',
  'AWS::Budgets::Budget',
  'AWS::CDK::Metadata',
  'AWS::CloudWatch::Alarm',
  'AWS::CloudWatch::AnomalyDetector',
  'AWS::CloudWatch::CompositeAlarm',
  'AWS::CloudWatch::Dashboard',
  'AWS::CodeDeploy::Application',
  'AWS::CodeDeploy::DeploymentConfig',
  'AWS::CodeDeploy::DeploymentGroup',
  'AWS::IAM::ManagedPolicy',
  'AWS::IAM::Policy',
  'AWS::IAM::Role',
  'AWS::KMS::Alias',
  'AWS::KMS::Key',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::Lambda::Permission',
  'AWS::Lambda::Version',
  'AWS::Logs::LogGroup',
  'AWS::Logs::MetricFilter',
  'AWS::Logs::QueryDefinition',
  'AWS::Logs::ResourcePolicy',
  'AWS::ResourceGroups::Group',
  'AWS::SNS::Subscription',
  'AWS::SNS::Topic',
  'AWS::SNS::TopicPolicy',
  'AWS::SSM::Parameter',
  'AWS::Scheduler::Schedule',
  'AWS::XRay::Group',
  'AWS::XRay::SamplingRule',
];

export function refuseUnsupportedTypes({ Resources }: CloudFormationTemplate): void {
  for (const [id, { Type: type }] of Object.entries(Resources)) {
    if (!served.includes(type) && !withoutEffect.includes(type)) {
      throw new TemplateError(`${id} is an ${type}, which the local run does not support.`);
    }
  }
}
