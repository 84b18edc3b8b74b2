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

/** Services for rights, monitoring, alerts and releases. Their resources change no answer to a request. */
const servicesWithoutEffect = [
  'ApplicationInsights',
  'ApplicationSignals',
  'Budgets',
  'CDK',
  'CloudWatch',
  'CodeDeploy',
  'IAM',
  'KMS',
  'Logs',
  'ResourceGroups',
  'SNS',
  'SSM',
  'Scheduler',
  'XRay',
];

const typesWithoutEffect = [
  'AWS::Lambda::EventInvokeConfig',
  'AWS::Lambda::Permission',
  'AWS::Lambda::Version',
];

export function refuseUnsupportedTypes({ Resources }: CloudFormationTemplate): void {
  for (const [id, { Type: type }] of Object.entries(Resources)) {
    const [, service = ''] = /^AWS::(\w+)::/.exec(type) ?? [];
    const isKnown = [...served, ...typesWithoutEffect].includes(type);
    if (!isKnown && !servicesWithoutEffect.includes(service)) {
      throw new TemplateError(`${id} is an ${type}, which the local run does not support.`);
    }
  }
}
