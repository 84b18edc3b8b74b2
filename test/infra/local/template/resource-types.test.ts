import { expect, it } from 'vitest';
import { refuseUnsupportedTypes } from '../../../../infra/local/template/resource-types.ts';

// What CDK's constructs for APIs, functions, tables, alarms and gradual releases leave in a template.
it.each(
  `ApiGatewayV2::Api ApiGatewayV2::Authorizer ApiGatewayV2::Integration ApiGatewayV2::Route ApiGatewayV2::Stage
  ApplicationInsights::Application ApplicationSignals::ServiceLevelObjective Budgets::Budget CDK::Metadata
  CloudWatch::Alarm CloudWatch::AnomalyDetector CloudWatch::CompositeAlarm CloudWatch::Dashboard
  CodeDeploy::Application CodeDeploy::DeploymentConfig CodeDeploy::DeploymentGroup
  DynamoDB::GlobalTable IAM::ManagedPolicy IAM::Policy IAM::Role KMS::Alias KMS::Key
  Lambda::Alias Lambda::Function Lambda::Permission Lambda::Version
  Logs::LogGroup Logs::MetricFilter Logs::QueryDefinition Logs::ResourcePolicy ResourceGroups::Group
  SNS::Subscription SNS::Topic SNS::TopicPolicy SSM::Parameter XRay::Group XRay::SamplingRule`.split(
    /\s+/,
  ),
)('AWS::%s may stand in the template', (type) => {
  const Resources = { One: { Type: `AWS::${type}` } };
  expect(() => refuseUnsupportedTypes({ Resources })).not.toThrow();
});

it.each([
  'AWS::SQS::Queue',
  'AWS::DynamoDB::Table',
  'AWS::Lambda::EventSourceMapping',
  'Custom::AnyThing',
  '',
])('%j may not', (Type) => {
  expect(() => refuseUnsupportedTypes({ Resources: { One: { Type } } })).toThrow(
    `One is an ${Type}, which the local run does not support.`,
  );
});
