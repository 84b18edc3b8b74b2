import { describe, expect, it } from 'vitest';
import type { CloudFormationTemplate } from '../../../../infra/local/template/cloudformation.ts';
import { readTemplate } from '../../../../infra/local/template/service-model.ts';
import { smallAssets, smallFunction, smallTemplate } from '../small-template.ts';

const plants = {
  Type: 'AWS::DynamoDB::GlobalTable',
  Properties: {
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'N' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  },
};

/** The small template, with a change of one resource. */
function readWith(id: string, resource: object) {
  const { Resources } = smallTemplate({ others: { Plants: plants } });
  const { Type = '', Properties } = { ...Resources[id], ...resource };
  const changed = { Type, Properties: { ...Resources[id]?.Properties, ...Properties } };
  const template: CloudFormationTemplate = { Resources: { ...Resources, [id]: changed } };
  return readTemplate(template, smallAssets);
}

// Settings of each resource that change nothing on this machine.
const settings = {
  Api: 'IpAddressType RouteSelectionExpression',
  Create: 'Description RuntimeManagementConfig',
  Plants: `BillingMode GlobalTableSettingsReplicationMode MultiRegionConsistency Replicas SSESpecification
    StreamSpecification TimeToLiveSpecification WarmThroughput WriteOnDemandThroughputSettings
    WriteProvisionedThroughputSettings`,
};

describe.each(Object.entries(settings))('%s can set', (id, names) => {
  it.each(names.split(/\s+/))('%s', (name) => {
    expect(readWith(id, { Properties: { [name]: 'any' } })).toEqual(readWith(id, {}));
  });
});

it.each(['AWS::Lambda::EventInvokeConfig', 'AWS::Lambda::Version', 'AWS::IAM::Role'])(
  'a resource of the type %s changes nothing',
  (Type) => {
    expect(readWith('Other', { Type })).toEqual(readWith('Plants', {}));
  },
);

it.each(['MyAWS::IAM::Role', 'AWS::SQS::Queue'])('a resource of the type %s is refused', (Type) => {
  expect(() => readWith('Other', { Type })).toThrow(
    `Other is an ${Type}, which the local run does not support.`,
  );
});

it('a route has an integration by a target that starts with its name', () => {
  expect(() =>
    readWith('Route0', { Properties: { Target: 'x/integrations/Integration' } }),
  ).toThrow('The route POST /plants has no integration in the template.');
});

it('an output of a malformed template is an error, not an absent output', () => {
  const Outputs = { Url: { Value: { 'Fn::Join': 7 } } };
  const template = { ...smallTemplate(), Outputs };
  expect(() => readTemplate(template, smallAssets)).toThrow(TypeError);
});

it.each([
  ['a route without properties', { Type: 'AWS::ApiGatewayV2::Route' }, 'The route undefined'],
  [
    'an attribute without its name',
    smallFunction({ Environment: { Variables: { ARN: { 'Fn::GetAtt': ['Create'] } } } }),
    'The template uses  of Create (AWS::Lambda::Function)',
  ],
])('%s is an error of the template', (_, Other, message) => {
  const read = () => readTemplate(smallTemplate({ others: { Other } }), smallAssets);
  expect(read).toThrow(message);
  expect(read).toThrow(expect.objectContaining({ name: 'TemplateError' }));
});
