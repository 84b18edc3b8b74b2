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

it('sends a request to the create function as payload 2.0', () => {
  expect(sole('Integration')).toMatchObject({
    IntegrationType: 'AWS_PROXY',
    IntegrationUri: { Ref: aliasOf('CreatePlant') },
    PayloadFormatVersion: '2.0',
  });
});

it('calls the authorizer once in five minutes for each header value, for a simple response', () => {
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

it('serves at the root, throttled, on IPv4 and IPv6', () => {
  expect(sole('Api')).toMatchObject({ ProtocolType: 'HTTP', IpAddressType: 'dualstack' });
  expect(sole('Stage')).toMatchObject({
    StageName: '$default',
    AutoDeploy: true,
    DefaultRouteSettings: { ThrottlingRateLimit: 1000, ThrottlingBurstLimit: 500 },
  });
  // Metrics of the only route would cost money, and be equal to those of the stage.
  expect(sole('Stage')['DefaultRouteSettings']).not.toHaveProperty('DetailedMetricsEnabled');
});

it('logs each request as one JSON object, with its client and the reason of a failure', () => {
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
  // A missing value is logged as a bare -, so each value needs its quotes.
  expect(Object.values(line).every((value) => /^\$context(\.\w+)+$/.test(String(value)))).toBe(
    true,
  );
});
