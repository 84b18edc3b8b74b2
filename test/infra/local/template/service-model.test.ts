import { describe, expect, it } from 'vitest';
import type { CloudFormationTemplate } from '../../../../infra/local/template/cloudformation.ts';
import { readTemplate } from '../../../../infra/local/template/service-model.ts';
import {
  type SmallTemplate,
  smallAssets,
  smallFunction,
  smallTemplate,
} from '../small-template.ts';

function read(parts: SmallTemplate = {}) {
  return readTemplate(smallTemplate(parts), smallAssets);
}
function create(properties: object) {
  return { others: { Create: smallFunction({ ...properties }) } };
}

describe('a function', () => {
  const readFunction = (properties: object, assets: object = smallAssets) =>
    readTemplate(smallTemplate(create(properties)), assets).functions.get('Create');

  it('has the defaults of CloudFormation', () => {
    expect(readFunction({})).toEqual({
      name: 'Create',
      handler: 'index.handler',
      folder: 'asset.code',
      memoryMegabytes: 128,
      timeoutSeconds: 3,
      environment: {},
      jsonLogs: false,
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
      environment: { ARN: 'arn:aws:lambda:us-east-1:123456789012:function:Create', NUMBER: '7' },
      jsonLogs: true,
      logLevel: 'WARN',
      logGroup: 'logs',
    });
    expect(readFunction({ LoggingConfig: { LogFormat: 'Text' } })?.jsonLogs).toBe(false);
  });

  it.each([undefined, 7, 'provided.al2023', 'my-nodejs'])(
    'with the runtime %j is refused',
    (Runtime) => {
      expect(() => readFunction({ Runtime })).toThrow(`Create needs the runtime ${Runtime}`);
    },
  );

  it.each([
    [{ S3Key: 'other.zip' }, smallAssets],
    [{ S3Key: 'code.zipped' }, smallAssets],
    [{ ZipFile: '' }, smallAssets],
    [undefined, smallAssets],
    [{ S3Key: 'code.zip' }, {}],
    [{ S3Key: 'code.zip' }, { files: { code: { source: {} } } }],
  ])('with the code %j of %j is refused', (Code, assets) => {
    expect(() => readFunction({ Code }, assets)).toThrow(
      'The code of Create is not one of the folders that synth wrote.',
    );
  });
});

describe('a table', () => {
  const readTable = (properties: object) => {
    const Plants = { Type: 'AWS::DynamoDB::GlobalTable', Properties: { ...properties } };
    return read({ others: { Plants } }).tables;
  };

  it('has its logical id as its name', () => {
    const AttributeDefinitions = [{ AttributeName: 'id', AttributeType: 'N' }];
    const KeySchema = [{ AttributeName: 'id', KeyType: 'HASH' }];
    const table = { name: 'Plants', attributes: AttributeDefinitions, keys: KeySchema };
    expect(readTable({ AttributeDefinitions, KeySchema })).toEqual([table]);
  });

  it.each(['TableName', 'GlobalSecondaryIndexes'])('with %s is refused', (name) => {
    expect(() => readTable({ [name]: [] })).toThrow(
      `Plants sets ${name}, which the local run does not support.`,
    );
  });
});

/** Properties and resources for rights, cost, monitoring and releases. */
describe('without an effect on answers', () => {
  it.each([
    'AWS::CloudWatch::Alarm',
    'AWS::CodeDeploy::DeploymentGroup',
    'AWS::IAM::Role',
    'AWS::Lambda::Permission',
    'AWS::Logs::LogGroup',
  ])('is a resource of the type %s', (Type) => {
    const Properties = { Anything: { 'Fn::If': ['X', 1, 2] } };
    expect(read({ others: { Extra: { Type, Properties } } })).toEqual(read());
  });

  it.each<[string, CloudFormationTemplate['Resources']]>([
    [
      'an API',
      {
        Api: {
          Type: 'AWS::ApiGatewayV2::Api',
          Properties: { Description: 'Any', DisableExecuteApiEndpoint: false, Tags: {} },
        },
      },
    ],
    [
      'a function',
      create({
        Architectures: ['arm64'],
        KmsKeyArn: 'arn:aws:kms:us-east-1:1:key/1',
        RecursiveLoop: 'Terminate',
        ReservedConcurrentExecutions: 7,
        Tags: [{ Key: 'team', Value: 'plants' }],
        TracingConfig: { Mode: 'Active' },
      }).others,
    ],
  ])('are some properties of %s', (_, others) => {
    expect(read({ others })).toEqual(read());
  });

  it('is a resource that an output names, so the output has no local value', () => {
    const outputs = {
      Watch: { Value: { 'Fn::GetAtt': ['Alarm', 'Arn'] } },
      Api: { Value: { Ref: 'Api' } },
    };
    const others = { Alarm: { Type: 'AWS::CloudWatch::Alarm' } };
    const template = { ...smallTemplate({ others }), Outputs: outputs };
    expect(readTemplate(template, smallAssets).outputs).toEqual({ Api: 'localapi01' });
  });
});

describe('the local run refuses with the name', () => {
  const route = (properties: object) => ({ routes: { 'GET /x': { ...properties } } });
  const resource = (id: string, Type: string, Properties = {}) => ({
    others: { [id]: { Type, Properties } },
  });
  const one = 'The template has to define one HTTP API with one stage.';
  const simple =
    'Gate does not use simple responses with payload 2.0, the only kind that runs locally.';
  const proxy =
    'Integration is not a Lambda proxy integration with payload 2.0, the only kind that runs locally.';
  const unsupported = (what: string) => `${what}, which the local run does not support.`;

  it.each<[SmallTemplate, string]>([
    [resource('Queue', 'AWS::SQS::Queue'), unsupported('Queue is an AWS::SQS::Queue')],
    [resource('Any', 'Custom::IAM::Any'), unsupported('Any is an Custom::IAM::Any')],
    [resource('T', 'AWS::DynamoDB::Table'), unsupported('T is an AWS::DynamoDB::Table')],
    [create({ Layers: [] }), unsupported('Create sets Layers')],
    [create({ FunctionName: 'mine' }), unsupported('Create sets FunctionName')],
    [create({ Timeout: { 'Fn::If': ['a', 1, 2] } }), unsupported('The template uses Fn::If')],
    [{ stage: { StageVariables: {} } }, unsupported('Stage sets StageVariables')],
    [{ stage: { RouteSettings: {} } }, unsupported('Stage sets RouteSettings')],
    [
      { stage: { StageName: 'v1' } },
      'The stage v1 is not $default, the only one that runs locally.',
    ],
    [
      { authorizer: { AuthorizerType: 'JWT' } },
      'Gate is an authorizer of type JWT; only REQUEST, a Lambda authorizer, runs locally.',
    ],
    [{ authorizer: { AuthorizerPayloadFormatVersion: '1.0' } }, simple],
    [{ authorizer: { EnableSimpleResponses: false } }, simple],
    [
      route({ AuthorizationType: 'AWS_IAM' }),
      unsupported('The route GET /x uses AWS_IAM authorization'),
    ],
    [route({ AuthorizationScopes: [] }), unsupported('The route GET /x sets AuthorizationScopes')],
    [{ integration: { PayloadFormatVersion: '1.0' } }, proxy],
    [{ integration: { IntegrationType: 'HTTP_PROXY' } }, proxy],
    [{ integration: { RequestParameters: {} } }, unsupported('Integration sets RequestParameters')],
    [
      { integration: { IntegrationUri: 'https://example.com' } },
      'Integration points at https://example.com, which is not a Lambda function.',
    ],
    [
      { integration: { IntegrationUri: 'arn:aws:lambda:us-east-1:1:function:Other' } },
      'The function Other is not part of the template.',
    ],
    [
      resource('Api', 'AWS::ApiGatewayV2::Api', { CorsConfiguration: {} }),
      unsupported('Api sets CorsConfiguration'),
    ],
    [resource('Other', 'AWS::ApiGatewayV2::Api'), one],
    [resource('Api', 'AWS::CDK::Metadata'), one],
    [resource('Stage', 'AWS::CDK::Metadata'), one],
    [resource('Other', 'AWS::ApiGatewayV2::Stage'), one],
  ])('%j', (parts, sentence) => {
    expect(() => read(parts)).toThrow(sentence);
  });
});
