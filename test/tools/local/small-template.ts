import type { CloudFormationTemplate } from '../../../tools/local/template/cloudformation.ts';

type Properties = Record<string, unknown>;

export interface SmallTemplate {
  readonly routes?: Record<string, Properties>;
  readonly integration?: Properties;
  readonly authorizer?: Properties;
  readonly stage?: Properties;
  readonly others?: CloudFormationTemplate['Resources'];
}

/** As CDK writes it, with one function behind every route and one authorizer. */
export function smallTemplate(parts: SmallTemplate = {}): CloudFormationTemplate {
  const {
    routes = { 'POST /plants': { AuthorizationType: 'CUSTOM', AuthorizerId: { Ref: 'Gate' } } },
  } = parts;
  const gatewayArn = 'arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/';
  const target = { 'Fn::Join': ['', ['integrations/', { Ref: 'Integration' }]] };
  return {
    Resources: {
      Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Name: 'Small', ProtocolType: 'HTTP' } },
      Stage: {
        Type: 'AWS::ApiGatewayV2::Stage',
        Properties: {
          ApiId: { Ref: 'Api' },
          AutoDeploy: true,
          StageName: '$default',
          ...parts.stage,
        },
      },
      Integration: {
        Type: 'AWS::ApiGatewayV2::Integration',
        Properties: {
          ApiId: { Ref: 'Api' },
          IntegrationType: 'AWS_PROXY',
          IntegrationUri: { 'Fn::GetAtt': ['Create', 'Arn'] },
          PayloadFormatVersion: '2.0',
          ...parts.integration,
        },
      },
      Gate: {
        Type: 'AWS::ApiGatewayV2::Authorizer',
        Properties: {
          ApiId: { Ref: 'Api' },
          AuthorizerPayloadFormatVersion: '2.0',
          AuthorizerType: 'REQUEST',
          AuthorizerUri: {
            'Fn::Join': ['', [gatewayArn, { 'Fn::GetAtt': ['Authorize', 'Arn'] }, '/invocations']],
          },
          EnableSimpleResponses: true,
          IdentitySource: ['$request.header.Authorization'],
          Name: 'Gate',
          ...parts.authorizer,
        },
      },
      Create: smallFunction(),
      Authorize: smallFunction(),
      ...Object.fromEntries(
        Object.entries(routes).map(([key, properties], index) => [
          `Route${index}`,
          {
            Type: 'AWS::ApiGatewayV2::Route',
            Properties: { ApiId: { Ref: 'Api' }, RouteKey: key, Target: target, ...properties },
          },
        ]),
      ),
      ...parts.others,
    },
  };
}

function smallFunction(properties: Properties = {}) {
  return {
    Type: 'AWS::Lambda::Function',
    Properties: {
      Code: { S3Bucket: 'assets', S3Key: 'code.zip' },
      Handler: 'index.handler',
      LoggingConfig: { LogFormat: 'JSON' },
      Role: { 'Fn::GetAtt': ['AnyRole', 'Arn'] },
      Runtime: 'nodejs24.x',
      ...properties,
    },
  };
}

export const smallAssets = { files: { code: { source: { path: 'asset.code' } } } };
