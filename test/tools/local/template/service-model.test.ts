import { describe, expect, it } from 'vitest';
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
function readWith(
  id: string,
  properties: object = {},
  type?: string,
  assets: object = smallAssets,
) {
  const { Resources } = smallTemplate({ others: { Plants: plants } });
  const { Type = '', Properties = {} } = Resources[id] ?? {};
  const changed = { Type: type ?? Type, Properties: { ...Properties, ...properties } };
  return readTemplate({ Resources: { ...Resources, [id]: changed } }, assets);
}

describe('a function', () => {
  const readFunction = (properties: object, assets?: object) =>
    readWith('Create', properties, undefined, assets).functions.get('Create');

  it('has the defaults of CloudFormation', () => {
    expect(readFunction({})).toEqual({
      name: 'Create',
      runtime: 'nodejs24.x',
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

/** Properties and resources for rights, cost, monitoring and releases. */
describe('without an effect on answers', () => {
  it.each(
    Object.entries({
      Api: 'Description DisableExecuteApiEndpoint IpAddressType RouteSelectionExpression Tags',
      Create: `Architectures Description KmsKeyArn RecursiveLoop ReservedConcurrentExecutions
        RuntimeManagementConfig Tags TracingConfig`,
      Gate: 'AuthorizerCredentialsArn',
      Integration: 'ConnectionType CredentialsArn Description IntegrationMethod',
      Plants: `BillingMode GlobalTableSettingsReplicationMode MultiRegionConsistency Replicas SSESpecification
        StreamSpecification TimeToLiveSpecification WarmThroughput WriteOnDemandThroughputSettings
        WriteProvisionedThroughputSettings`,
      Route0: 'OperationName',
      Stage: 'AccessLogSettings Description Tags',
    }),
  )('%s can set %s', (id, names) => {
    const properties = Object.fromEntries(names.split(/\s+/).map((name) => [name, 'any']));
    expect(readWith(id, properties)).toEqual(readWith(id));
  });

  it.each([
    ...['AWS::CloudWatch::Alarm', 'AWS::CodeDeploy::DeploymentGroup', 'AWS::IAM::Role'],
    ...['AWS::Lambda::EventInvokeConfig', 'AWS::Lambda::Permission', 'AWS::Lambda::Version'],
    'AWS::Logs::LogGroup',
  ])('is a resource of the type %s', (type) => {
    const any = { Anything: { 'Fn::If': ['X', 1, 2] } };
    expect(readWith('Other', any, type)).toEqual(readWith('Plants'));
  });

  it('is a resource that an output names, so the output has no local value', () => {
    const Outputs = {
      Watch: { Value: { 'Fn::GetAtt': ['Gate', 'Arn'] } },
      Api: { Value: { Ref: 'Api' } },
    };
    const { outputs } = readTemplate({ ...smallTemplate(), Outputs }, smallAssets);
    expect(outputs).toEqual({ Api: 'localapi01' });
  });
});

it('an output of a malformed template is an error, not an absent output', () => {
  const template = { ...smallTemplate(), Outputs: { Url: { Value: { 'Fn::Join': 7 } } } };
  expect(() => readTemplate(template, smallAssets)).toThrow(TypeError);
});

describe('the local run refuses', () => {
  it.each([
    ['Other', 'AWS::ApiGatewayV2::Api'],
    ['Api', 'AWS::CDK::Metadata'],
    ['Stage', 'AWS::CDK::Metadata'],
    ['Other', 'AWS::ApiGatewayV2::Stage'],
  ])('a template without exactly one API and one stage: %s is an %s', (id, type) => {
    expect(() => readWith(id, {}, type)).toThrow(
      'The template has to define one HTTP API with one stage.',
    );
  });

  it.each<[what: string, id: string, properties?: object, type?: string]>([
    ['Queue is an AWS::SQS::Queue', 'Queue', {}, 'AWS::SQS::Queue'],
    ['Any is an Custom::IAM::Any', 'Any', {}, 'Custom::IAM::Any'],
    ['Any is an MyAWS::IAM::Role', 'Any', {}, 'MyAWS::IAM::Role'],
    ['T is an AWS::DynamoDB::Table', 'T', {}, 'AWS::DynamoDB::Table'],
    ['Plants sets TableName', 'Plants', { TableName: '' }],
    ['Create writes its logs as Text', 'Create', { LoggingConfig: {} }],
    ['Create sets Layers', 'Create', { Layers: [] }],
    ['The template uses Fn::If', 'Create', { Timeout: { 'Fn::If': ['a', 1, 2] } }],
    [
      'The template uses  of Create (AWS::Lambda::Function)',
      'Create',
      { Environment: { Variables: { ARN: { 'Fn::GetAtt': ['Create'] } } } },
    ],
    ['Stage sets StageVariables', 'Stage', { StageVariables: {} }],
    ['The route POST /plants sets AuthorizationScopes', 'Route0', { AuthorizationScopes: [] }],
    ['Integration sets RequestParameters', 'Integration', { RequestParameters: {} }],
    ['Api sets CorsConfiguration', 'Api', { CorsConfiguration: {} }],
  ])('a template in which %s', (what, id, properties, type) => {
    expect(() => readWith(id, properties, type)).toThrow(
      expect.objectContaining({
        name: 'TemplateError',
        message: `${what}, which the local run does not support.`,
      }),
    );
  });

  it('a route without properties', () => {
    const read = () => readWith('Other', {}, 'AWS::ApiGatewayV2::Route');
    expect(read).toThrow('The route undefined has no integration in the template.');
  });
});
