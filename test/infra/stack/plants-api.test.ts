import { expect, it } from 'vitest';
import { aliasOf, resourceOf, resourcesOf } from '../../synthesized.ts';

function sole(type: string) {
  return resourceOf(`AWS::ApiGatewayV2::${type}`).Properties;
}
function idOf(type: string) {
  return Object.keys(resourcesOf(`AWS::ApiGatewayV2::${type}`))[0];
}

it('has one route, POST /plants, behind the authorizer', () => {
  expect(sole('Route')).toEqual({
    ApiId: { Ref: idOf('Api') },
    RouteKey: 'POST /plants',
    AuthorizationType: 'CUSTOM',
    AuthorizerId: { Ref: idOf('Authorizer') },
    Target: { 'Fn::Join': ['', ['integrations/', { Ref: idOf('Integration') }]] },
  });
});

it('hands a request to the create function as payload 2.0', () => {
  expect(sole('Integration')).toMatchObject({
    IntegrationType: 'AWS_PROXY',
    IntegrationUri: { Ref: aliasOf('CreatePlant') },
    PayloadFormatVersion: '2.0',
  });
});

it('asks the authorizer for a plain yes or no, once in five minutes for each header value', () => {
  expect(sole('Authorizer')).toMatchObject({
    AuthorizerType: 'REQUEST',
    AuthorizerPayloadFormatVersion: '2.0',
    EnableSimpleResponses: true,
    IdentitySource: ['$request.header.Authorization'],
    AuthorizerResultTtlInSeconds: 300,
  });
  expect(JSON.stringify(sole('Authorizer')['AuthorizerUri'])).toContain(
    `{"Ref":"${aliasOf('Authorize')}"}`,
  );
});

it('serves at the root, throttled', () => {
  expect(sole('Stage')).toMatchObject({
    StageName: '$default',
    AutoDeploy: true,
    DefaultRouteSettings: { ThrottlingRateLimit: 1000, ThrottlingBurstLimit: 500 },
  });
  // Metrics of the one route would be paid for, and say what those of the stage say.
  expect(sole('Stage')['DefaultRouteSettings']).not.toHaveProperty('DetailedMetricsEnabled');
});

it('logs each request as one JSON object that says who asked and why it failed', () => {
  const { DestinationArn, Format } = sole('Stage')['AccessLogSettings'] as Record<string, unknown>;
  const [logs, others] = Object.entries(resourcesOf('AWS::Logs::LogGroup')).filter(
    ([, { Properties }]) => Properties['LogGroupName'] !== undefined,
  );
  expect(others).toBeUndefined();
  expect(logs?.[1].Properties['LogGroupName']).toEqual({
    'Fn::Join': ['', ['/aws/vendedlogs/http-apis/', { Ref: idOf('Api') }]],
  });
  expect(DestinationArn).toEqual({ 'Fn::GetAtt': [logs?.[0], 'Arn'] });
  const line = JSON.parse(String(Format));
  expect(line).toMatchObject({
    requestId: '$context.requestId',
    status: '$context.status',
    client: '$context.authorizer.client',
    error: '$context.error.message',
    authorizerError: '$context.authorizer.error',
    integrationError: '$context.integration.error',
    integrationLatency: '$context.integration.latency',
    responseLatency: '$context.responseLatency',
  });
  // What is missing is logged as a bare -, so each value needs its quotes.
  expect(Object.values(line).every((value) => /^\$context(\.\w+)+$/.test(String(value)))).toBe(
    true,
  );
});
