import { describe, expect, it } from 'vitest';
import { TemplateError } from '../../../../tools/local/template/cloudformation.ts';
import { apiId } from '../../../../tools/local/template/fake-account.ts';
import { readTemplate } from '../../../../tools/local/template/service-model.ts';
import { smallAssets, smallTemplate } from '../small-template.ts';

const plants = {
  Type: 'AWS::DynamoDB::GlobalTable',
  Properties: {
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'N' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  },
};

/** The small template with a table, and with other properties or another type of one resource. */
function readWith(id: string, properties: object = {}, type?: string) {
  const { Resources } = smallTemplate({ others: { Plants: plants } });
  const { Type = '', Properties = {} } = Resources[id] ?? {};
  const changed = { Type: type ?? Type, Properties: { ...Properties, ...properties } };
  return readTemplate({ Resources: { ...Resources, [id]: changed } }, smallAssets);
}

describe('a function', () => {
  const readFunction = (properties: object) =>
    readWith('Create', properties).functions.get('Create');

  it('has the defaults of CloudFormation', () => {
    expect(readFunction({})).toMatchObject({
      memoryMegabytes: 128,
      timeoutSeconds: 3,
      environment: {},
      logLevel: 'INFO',
      logGroup: '/aws/lambda/Create',
    });
  });

  it('has the values of the template', () => {
    const LoggingConfig = { LogFormat: 'JSON', ApplicationLogLevel: 'WARN', LogGroup: 'logs' };
    const Variables = { ARN: { 'Fn::GetAtt': ['Create', 'Arn'] }, NUMBER: 7 };
    const properties = { MemorySize: 512, Timeout: 10, LoggingConfig, Environment: { Variables } };
    expect(readFunction(properties)).toMatchObject({
      memoryMegabytes: 512,
      timeoutSeconds: 10,
      environment: { ARN: expect.stringMatching(/:function:Create$/), NUMBER: '7' },
      logLevel: 'WARN',
      logGroup: 'logs',
    });
  });

  it('is refused with another runtime, or with code that synth did not write', () => {
    expect(() => readFunction({ Runtime: 'provided.al2023' })).toThrow(
      'Create needs the runtime provided.al2023',
    );
    for (const Code of [{ S3Key: 'other.zip' }, { ZipFile: '' }]) {
      expect(() => readFunction({ Code })).toThrow(
        'The code of Create is not one of the folders that synth wrote.',
      );
    }
  });
});

it.each(['AWS::CloudWatch::Alarm', 'AWS::IAM::Role', 'AWS::Lambda::Version'])(
  '%s has no effect on answers',
  (type) => {
    const any = { Anything: { 'Fn::If': ['X', 1, 2] } };
    expect(readWith('Other', any, type)).toEqual(readWith('Plants'));
  },
);

it('an output of a resource without an effect has no local value', () => {
  const Outputs = {
    Watch: { Value: { 'Fn::GetAtt': ['Gate', 'Arn'] } },
    Api: { Value: { Ref: 'Api' } },
  };
  const { outputs } = readTemplate({ ...smallTemplate(), Outputs }, smallAssets);
  expect(outputs).toEqual({ Api: apiId });
});

describe('the local run refuses', () => {
  it.each([
    ['Other', 'AWS::ApiGatewayV2::Api'],
    ['Stage', 'AWS::CDK::Metadata'],
  ])('a template without exactly one API and one stage: %s is an %s', (id, type) => {
    expect(() => readWith(id, {}, type)).toThrow(TemplateError);
  });

  it.each<[named: string, id: string, properties?: object, type?: string]>([
    ['AWS::SQS::Queue', 'Queue', {}, 'AWS::SQS::Queue'],
    ['MyAWS::IAM::Role', 'Any', {}, 'MyAWS::IAM::Role'],
    ['TableName', 'Plants', { TableName: '' }],
    ['Create', 'Create', { LoggingConfig: {} }],
    ['Layers', 'Create', { Layers: [] }],
    ['Fn::If', 'Create', { Timeout: { 'Fn::If': ['a', 1, 2] } }],
    ['AuthorizationScopes', 'Route0', { AuthorizationScopes: [] }],
    ['CorsConfiguration', 'Api', { CorsConfiguration: {} }],
  ])('a template, and names %s', (named, id, properties, type) => {
    expect(() => readWith(id, properties, type)).toThrow(named);
  });
});
