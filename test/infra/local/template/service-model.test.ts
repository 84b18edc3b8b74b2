import { describe, expect, it } from 'vitest';
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
      logLevel: 'WARN',
      logGroup: 'logs',
    });
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

it('a table has its logical id as its name', () => {
  const AttributeDefinitions = [{ AttributeName: 'id', AttributeType: 'N' }];
  const KeySchema = [{ AttributeName: 'id', KeyType: 'HASH' }];
  const Properties = { AttributeDefinitions, KeySchema, BillingMode: 'PAY_PER_REQUEST' };
  const Plants = { Type: 'AWS::DynamoDB::GlobalTable', Properties };
  const table = { name: 'Plants', attributes: AttributeDefinitions, keys: KeySchema };
  expect(read({ others: { Plants } }).tables).toEqual([table]);
});

function resource(id: string, Type: string, Properties = {}) {
  return { others: { [id]: { Type, Properties } } };
}

/** Properties and resources for rights, cost, monitoring and releases. */
describe('without an effect on answers', () => {
  it.each<[string, SmallTemplate]>([
    ...[
      'AWS::CloudWatch::Alarm',
      'AWS::CodeDeploy::DeploymentGroup',
      'AWS::IAM::Role',
      'AWS::Lambda::Permission',
      'AWS::Logs::LogGroup',
    ].map((type): [string, SmallTemplate] => [
      `a resource of the type ${type}`,
      resource('Extra', type, { Anything: { 'Fn::If': ['X', 1, 2] } }),
    ]),
    [
      'some properties of an API',
      resource('Api', 'AWS::ApiGatewayV2::Api', {
        ...{ Description: 'Any', DisableExecuteApiEndpoint: false, Tags: {} },
      }),
    ],
    [
      'some properties of a function',
      create({
        ...{ Architectures: ['arm64'], KmsKeyArn: 'arn:aws:kms:us-east-1:1:key/1', Tags: [] },
        ...{ RecursiveLoop: 'Terminate', ReservedConcurrentExecutions: 7, TracingConfig: {} },
      }),
    ],
  ])('is %s', (_, parts) => {
    expect(read(parts)).toEqual(read());
  });

  it('is a resource that an output names, so the output has no local value', () => {
    const outputs = {
      Watch: { Value: { 'Fn::GetAtt': ['Alarm', 'Arn'] } },
      Api: { Value: { Ref: 'Api' } },
    };
    const template = {
      ...smallTemplate(resource('Alarm', 'AWS::CloudWatch::Alarm')),
      Outputs: outputs,
    };
    expect(readTemplate(template, smallAssets).outputs).toEqual({ Api: 'localapi01' });
  });
});

const one = 'The template has to define one HTTP API with one stage.';

it.each<[SmallTemplate, string]>([
  [resource('Other', 'AWS::ApiGatewayV2::Api'), one],
  [resource('Api', 'AWS::CDK::Metadata'), one],
  [resource('Stage', 'AWS::CDK::Metadata'), one],
  [resource('Other', 'AWS::ApiGatewayV2::Stage'), one],
  ...Object.entries<SmallTemplate>({
    'Queue is an AWS::SQS::Queue': resource('Queue', 'AWS::SQS::Queue'),
    'Any is an Custom::IAM::Any': resource('Any', 'Custom::IAM::Any'),
    'T is an AWS::DynamoDB::Table': resource('T', 'AWS::DynamoDB::Table'),
    'T sets TableName': resource('T', 'AWS::DynamoDB::GlobalTable', { TableName: '' }),
    'Create writes its logs as Text': create({ LoggingConfig: {} }),
    'Create sets Layers': create({ Layers: [] }),
    'Create sets FunctionName': create({ FunctionName: 'any' }),
    'The template uses Fn::If': create({ Timeout: { 'Fn::If': ['a', 1, 2] } }),
    'Stage sets StageVariables': { stage: { StageVariables: {} } },
    'Stage sets RouteSettings': { stage: { RouteSettings: {} } },
    'The route GET /x sets AuthorizationScopes': {
      routes: { 'GET /x': { AuthorizationScopes: [] } },
    },
    'Integration sets RequestParameters': { integration: { RequestParameters: {} } },
    'Api sets CorsConfiguration': resource('Api', 'AWS::ApiGatewayV2::Api', {
      CorsConfiguration: {},
    }),
  }).map(([what, parts]): [SmallTemplate, string] => [
    parts,
    `${what}, which the local run does not support.`,
  ]),
])('%j is refused: %s', (parts, sentence) => {
  expect(() => read(parts)).toThrow(sentence);
});
