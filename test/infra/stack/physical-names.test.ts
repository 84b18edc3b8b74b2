import { expect, it } from 'vitest';
import { template as production, type Resource, type Template } from '../../synthesized.ts';
import { synthesizedWith } from '../../synthesized-with.ts';

/** The properties that must be unique in an account: across its regions, or in each. */
const global: Readonly<Record<string, readonly string[]>> = {
  'AWS::CloudWatch::Dashboard': ['DashboardName'],
  'AWS::IAM::Role': ['RoleName'],
};
const regional: Readonly<Record<string, readonly string[]>> = {
  'AWS::ApiGatewayV2::Api': ['Name'],
  'AWS::ApiGatewayV2::DomainName': ['DomainName'],
  'AWS::CloudWatch::Alarm': ['AlarmName'],
  'AWS::CloudWatch::CompositeAlarm': ['AlarmName'],
  'AWS::CodeDeploy::Application': ['ApplicationName'],
  'AWS::CodeDeploy::DeploymentGroup': ['ApplicationName', 'DeploymentGroupName'],
  'AWS::DynamoDB::GlobalTable': ['TableName'],
  'AWS::Lambda::Function': ['FunctionName'],
  'AWS::Logs::LogGroup': ['LogGroupName'],
  'AWS::Logs::MetricFilter': ['LogGroupName', 'FilterName'],
  'AWS::SNS::Topic': ['TopicName'],
};
/** Their names, if any, must be unique only within another resource, or CloudFormation makes them up. */
const within = [
  'AWS::ApiGatewayV2::ApiMapping',
  'AWS::ApiGatewayV2::Authorizer',
  'AWS::ApiGatewayV2::Integration',
  'AWS::ApiGatewayV2::Route',
  'AWS::ApiGatewayV2::Stage',
  'AWS::IAM::Policy',
  'AWS::KMS::Key',
  'AWS::Lambda::Alias',
  'AWS::Lambda::Permission',
  'AWS::Lambda::Version',
  'AWS::SNS::TopicPolicy',
];
const regions = ['eu-central-1', 'us-east-1'];
const stages = ['production', 'staging', 'test'];

interface Deployed {
  readonly template: Template;
  readonly region: string;
  readonly stage: string;
}

const everywhere = stages.flatMap((stage): Deployed[] => {
  const [template] = stage === 'production' ? [production] : templatesOf({ stage });
  return regions.flatMap((region) => (template ? { template, region, stage } : []));
});
// The stack of a further region.
const [, servingTemplate] = templatesOf({
  homeRegion: 'eu-central-1',
  replicaRegions: 'eu-west-1',
  domainName: 'plants.example.com',
  certificateArn: ['eu-central-1', 'eu-west-1']
    .map((region) => `arn:aws:acm:${region}:123456789012:certificate/0a1b2c3d-1234`)
    .join(),
});
const serving: Deployed = {
  template: servingTemplate as Template,
  region: 'eu-west-1',
  stage: 'production',
};

function templatesOf(context: Record<string, unknown>): Template[] {
  return synthesizedWith(context).stacks.map(({ template }) => template);
}

it('no two stages or regions of an account use the same name', () => {
  const names = [...everywhere, serving].flatMap(({ template, ...place }) =>
    Object.values(template.Resources).flatMap((resource) => nameOf(resource, place)),
  );
  expect(names.filter((name) => name.includes('Dashboard'))).toHaveLength(7);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

/** Empty if CloudFormation makes the name up: it never makes the same name twice. */
function nameOf(
  { Type, Properties }: Resource,
  { region, stage }: Omit<Deployed, 'template'>,
): string[] {
  const properties = global[Type] ?? regional[Type];
  if (properties === undefined) expect(within).toContain(Type);
  const values = (properties ?? []).map((property) => Properties[property]);
  if (values.length === 0 || values.includes(undefined)) return [];
  const name = JSON.stringify(values)
    .replaceAll('{"Ref":"AWS::Region"}', region)
    // The name that CloudFormation makes up for another resource of the stack.
    .replaceAll('{"Ref":"', `{"Ref":"${region} ${stage} `);
  return [`${Type} ${global[Type] ? '' : region} ${name}`];
}
