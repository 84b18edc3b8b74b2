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
function readTogether(template: Partial<CloudFormationTemplate>) {
  return readTemplate({ ...smallTemplate(), ...template }, smallAssets);
}

describe('a function', () => {
  const variables = (Variables: object, others: SmallTemplate['others'] = {}) =>
    read({
      others: { Create: smallFunction({ Environment: { Variables } }), ...others },
    }).functions.get('Create')?.environment;

  it('has the defaults of CloudFormation', () => {
    expect(read().functions.get('Create')).toEqual({
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

  it('gets references and joins in its environment resolved', () => {
    const Seeds = {
      Type: 'AWS::DynamoDB::GlobalTable',
      Properties: { AttributeDefinitions: [], KeySchema: [] },
    };
    const environment = {
      NAME: { Ref: 'Seeds' },
      ARN: { 'Fn::GetAtt': ['Create', 'Arn'] },
      URL: { 'Fn::Join': ['', ['https://dynamodb.', { Ref: 'AWS::Region' }, '.amazonaws.com']] },
      NUMBER: 7,
    };
    expect(variables(environment, { Seeds })).toEqual({
      NAME: 'Seeds',
      ARN: 'arn:aws:lambda:us-east-1:123456789012:function:Create',
      URL: 'https://dynamodb.us-east-1.amazonaws.com',
      NUMBER: '7',
    });
  });
});

describe('an integration', () => {
  const Live = {
    Type: 'AWS::Lambda::Alias',
    Properties: { FunctionName: { Ref: 'Create' }, FunctionVersion: '1', Name: 'live' },
  };

  it.each([
    ['an alias', { Ref: 'Live' }],
    [
      'an invocation URI',
      { 'Fn::Join': ['', ['arn:x:lambda:path/functions/', { Ref: 'Live' }, '/invocations']] },
    ],
  ])('may point at %s of its function', (_, IntegrationUri) => {
    const { routes } = read({ integration: { IntegrationUri }, others: { Live } });
    expect(routes[0]?.functionName).toBe('Create');
  });
});

describe('an API', () => {
  it('is the same whatever only describes it', () => {
    const Properties = {
      Description: 'Anything',
      DisableExecuteApiEndpoint: false,
      Name: 'Small',
      ProtocolType: 'HTTP',
      RouteSelectionExpression: '$request.method $request.path',
      Tags: {},
    };
    const others = { Api: { Type: 'AWS::ApiGatewayV2::Api', Properties } };
    expect(read({ others })).toEqual(read());
  });
});

describe('what only watches, permits or releases', () => {
  it.each([
    'AWS::CloudWatch::Alarm',
    'AWS::CloudWatch::Dashboard',
    'AWS::CodeDeploy::DeploymentGroup',
    'AWS::IAM::Role',
    'AWS::Lambda::Permission',
    'AWS::Logs::LogGroup',
  ])('%s changes nothing', (Type) => {
    const Properties = { Anything: { 'Fn::If': ['X', 1, 2] } };
    expect(read({ others: { Extra: { Type, Properties } } })).toEqual(read());
  });

  it('an output of it has no local value', () => {
    const Outputs = {
      Watch: { Value: { 'Fn::GetAtt': ['Alarm', 'Arn'] } },
      Api: { Value: { Ref: 'Api' } },
    };
    const Resources = { ...smallTemplate().Resources, Alarm: { Type: 'AWS::CloudWatch::Alarm' } };
    expect(Object.keys(readTogether({ Outputs, Resources }).outputs)).toEqual(['Api']);
  });
});

describe('what the local run does not support', () => {
  const route = (properties: object) => ({ routes: { 'GET /x': { ...properties } } });
  const create = (properties: object) => ({ others: { Create: smallFunction({ ...properties }) } });

  it.each<[string, SmallTemplate, string]>([
    [
      'a resource',
      { others: { Queue: { Type: 'AWS::SQS::Queue' } } },
      'Queue is an AWS::SQS::Queue, which the local run does not support.',
    ],
    [
      'a property of a function',
      create({ Layers: [] }),
      'Create sets Layers, which the local run does not support.',
    ],
    [
      'a name of its own for a function',
      create({ FunctionName: 'mine' }),
      'Create sets FunctionName, which the local run does not support.',
    ],
    [
      'a name of its own for a table',
      {
        others: { T: { Type: 'AWS::DynamoDB::GlobalTable', Properties: { TableName: 'mine' } } },
      },
      'T sets TableName, which the local run does not support.',
    ],
    [
      'stage variables',
      { stage: { StageVariables: {} } },
      'Stage sets StageVariables, which the local run does not support.',
    ],
    [
      'a throttle of one route',
      { stage: { RouteSettings: {} } },
      'Stage sets RouteSettings, which the local run does not support.',
    ],
    [
      'a runtime',
      create({ Runtime: 'python3.14' }),
      'Create needs the runtime python3.14; only Node.js runs locally.',
    ],
    [
      'inline code',
      create({ Code: { ZipFile: '' } }),
      'The code of Create is not one of the folders that synth wrote.',
    ],
    [
      'an intrinsic',
      create({ Timeout: { 'Fn::If': ['a', 1, 2] } }),
      'The template uses Fn::If, which the local run does not support.',
    ],
    [
      'an attribute',
      create({ Timeout: { 'Fn::GetAtt': ['Create', 'Colour'] } }),
      'The template uses Colour of Create (AWS::Lambda::Function), which the local run does not support.',
    ],
    [
      'an unknown reference',
      create({ Timeout: { Ref: 'Nobody' } }),
      'The template refers to Nobody, which it does not define.',
    ],
    [
      'a JWT authorizer',
      { authorizer: { AuthorizerType: 'JWT' } },
      'Gate is an authorizer of type JWT; only REQUEST, a Lambda authorizer, runs locally.',
    ],
    [
      'payload 1.0 for an authorizer',
      { authorizer: { AuthorizerPayloadFormatVersion: '1.0' } },
      'Gate does not use simple responses with payload 2.0, the only kind that runs locally.',
    ],
    [
      'policies of an authorizer',
      { authorizer: { EnableSimpleResponses: false } },
      'Gate does not use simple responses with payload 2.0, the only kind that runs locally.',
    ],
    [
      'an identity source',
      { authorizer: { IdentitySource: ['$context.stage'] } },
      'Gate reads its identity from $context.stage; only one header, as $request.header.Name, runs locally.',
    ],
    [
      'IAM authorization',
      route({ AuthorizationType: 'AWS_IAM' }),
      'The route GET /x uses AWS_IAM authorization, which the local run does not support.',
    ],
    [
      'scopes',
      route({ AuthorizationScopes: [] }),
      'The route GET /x sets AuthorizationScopes, which the local run does not support.',
    ],
    [
      'a missing integration',
      route({ Target: 'integrations/none' }),
      'The route GET /x has no integration in the template.',
    ],
    [
      'payload 1.0',
      { integration: { PayloadFormatVersion: '1.0' } },
      'Integration is not a Lambda proxy integration with payload 2.0, the only kind that runs locally.',
    ],
    [
      'parameter mapping',
      { integration: { RequestParameters: {} } },
      'Integration sets RequestParameters, which the local run does not support.',
    ],
    [
      'another target',
      { integration: { IntegrationUri: 'https://example.com' } },
      'Integration points at https://example.com, which is no Lambda function.',
    ],
    [
      "another stack's function",
      { integration: { IntegrationUri: 'arn:aws:lambda:us-east-1:1:function:Other' } },
      'The function Other is not part of the template.',
    ],
    [
      'a named stage',
      { stage: { StageName: 'v1' } },
      'The stage v1 is not $default, the only one that runs locally.',
    ],
    [
      'CORS',
      {
        others: { Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: { CorsConfiguration: {} } } },
      },
      'Api sets CorsConfiguration, which the local run does not support.',
    ],
    [
      'a second API',
      { others: { Other: { Type: 'AWS::ApiGatewayV2::Api' } } },
      'The template has to define one HTTP API with one stage.',
    ],
    [
      'no API',
      { others: { Api: { Type: 'AWS::CDK::Metadata' } } },
      'The template has to define one HTTP API with one stage.',
    ],
    [
      'no stage',
      { others: { Stage: { Type: 'AWS::CDK::Metadata' } } },
      'The template has to define one HTTP API with one stage.',
    ],
    [
      'a second stage',
      { others: { Other: { Type: 'AWS::ApiGatewayV2::Stage' } } },
      'The template has to define one HTTP API with one stage.',
    ],
    [
      'an index',
      {
        others: {
          T: {
            Type: 'AWS::DynamoDB::GlobalTable',
            Properties: { GlobalSecondaryIndexes: [] },
          },
        },
      },
      'T sets GlobalSecondaryIndexes, which the local run does not support.',
    ],
  ])('is named: %s', (_, parts, sentence) => {
    expect(() => read(parts)).toThrow(sentence);
  });
});
