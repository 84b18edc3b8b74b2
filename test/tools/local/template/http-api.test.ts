import { describe, expect, it } from 'vitest';
import { readTemplate } from '../../../../tools/local/template/service-model.ts';
import { type SmallTemplate, smallAssets, smallTemplate } from '../small-template.ts';

function read(parts: SmallTemplate) {
  const { authorizers, routes, throttle } = readTemplate(smallTemplate(parts), smallAssets);
  return { route: routes[0], authorizer: authorizers.get('Gate'), throttle };
}

const live = {
  Type: 'AWS::Lambda::Alias',
  Properties: { FunctionName: { Ref: 'Create' }, FunctionVersion: '1', Name: 'live' },
};
const uri = { 'Fn::Join': ['', ['arn:x:lambda:path/', { Ref: 'Live' }, '/invocations']] };
const open = { key: 'GET /{id}', functionName: 'Create', timeoutMilliseconds: 30_000 };
const guarded = { ...open, key: 'POST /plants', authorizer: 'Gate' };

it.each<[SmallTemplate, object]>([
  [{}, guarded],
  [{ routes: { 'GET /{id}': {} } }, open],
  [{ routes: { 'GET /{id}': { AuthorizationType: 'NONE' } } }, open],
  [{ integration: { TimeoutInMillis: 500 } }, { ...guarded, timeoutMilliseconds: 500 }],
  [{ integration: { IntegrationUri: { Ref: 'Live' } }, others: { Live: live } }, guarded],
  [{ integration: { IntegrationUri: uri }, others: { Live: live } }, guarded],
])('%j has a route', (parts, route) => {
  expect(read(parts).route).toEqual(route);
});

const authorizer = {
  functionName: 'Authorize',
  identityHeader: 'authorization',
  cacheSeconds: 300,
};

it.each([
  [{}, authorizer],
  [{ AuthorizerResultTtlInSeconds: 0 }, { ...authorizer, cacheSeconds: 0 }],
  [{ AuthorizerResultTtlInSeconds: 60 }, { ...authorizer, cacheSeconds: 60 }],
  [{ IdentitySource: ['$request.header.X-Key'] }, { ...authorizer, identityHeader: 'x-key' }],
])('%j is an authorizer', (properties, expected) => {
  expect(read({ authorizer: properties }).authorizer).toEqual(expected);
});

it.each([
  [{ DetailedMetricsEnabled: true }, undefined],
  [
    { ThrottlingRateLimit: 10, ThrottlingBurstLimit: 2 },
    { rate: 10, burst: 2 },
  ],
  [{ ThrottlingRateLimit: 10 }, { rate: 10, burst: 10 }],
])('the settings %j of a stage are the throttle %j', (DefaultRouteSettings, throttle) => {
  expect(read({ stage: { DefaultRouteSettings } }).throttle).toEqual(throttle);
});

describe('the local run refuses', () => {
  function route(properties: object, key = 'GET /x'): SmallTemplate {
    return { routes: { [key]: { ...properties } } };
  }
  function identity(...sources: string[]): SmallTemplate {
    return { authorizer: { IdentitySource: sources.length > 0 ? sources : undefined } };
  }
  const anyPath = 'takes any method or any path, which the local run does not support.';
  const noIntegration = 'The route GET /x has no integration in the template.';
  const oneHeader = 'only one header, as $request.header.Name, runs locally.';
  const simple =
    'Gate does not use simple responses with payload 2.0, the only kind that runs locally.';
  const proxy =
    'Integration is not a Lambda proxy integration with payload 2.0, the only kind that runs locally.';

  it.each<[SmallTemplate, string]>([
    ...['$default', 'ANY /plants', 'GET /{proxy+}', 'GET /files/{path+}'].map(
      (key): [SmallTemplate, string] => [route({}, key), `The route ${key} ${anyPath}`],
    ),
    // Such a route must not be open by mistake.
    [
      route({ AuthorizationType: 'CUSTOM', AuthorizerId: { Ref: 'Create' } }),
      'The route GET /x has no authorizer in the template.',
    ],
    [
      route({ AuthorizationType: 'AWS_IAM' }),
      'The route GET /x uses AWS_IAM authorization, which the local run does not support.',
    ],
    [route({ Target: 'integrations/Gate' }), noIntegration],
    [route({ Target: 'integrations/Nobody' }), noIntegration],
    [route({ Target: 'x/integrations/Integration' }), noIntegration],
    [route({ Target: '' }), noIntegration],
    [identity('$request.header.'), `from $request.header.; ${oneHeader}`],
    [identity('x$request.header.a'), `from x$request.header.a; ${oneHeader}`],
    [identity('$request.header.a\n'), `from $request.header.a\n; ${oneHeader}`],
    [identity('$request.querystring.a'), `from $request.querystring.a; ${oneHeader}`],
    [
      identity('$request.header.a', '$request.header.b'),
      `from $request.header.a, $request.header.b; ${oneHeader}`,
    ],
    [identity(), `Gate reads its identity from nothing; ${oneHeader}`],
    [
      { authorizer: { AuthorizerType: 'JWT' } },
      'Gate is an authorizer of type JWT; only REQUEST, a Lambda authorizer, runs locally.',
    ],
    [{ authorizer: { AuthorizerPayloadFormatVersion: '1.0' } }, simple],
    [{ authorizer: { EnableSimpleResponses: false } }, simple],
    [{ integration: { PayloadFormatVersion: '1.0' } }, proxy],
    [{ integration: { IntegrationType: 'HTTP_PROXY' } }, proxy],
    [
      { integration: { IntegrationUri: 'https://example.com' } },
      'Integration points at https://example.com, which is not a Lambda function.',
    ],
    [
      { integration: { IntegrationUri: 'arn:aws:lambda:us-east-1:1:function:Other' } },
      'The function Other is not part of the template.',
    ],
    [
      { stage: { StageName: 'v1' } },
      'The stage v1 is not $default, the only one that runs locally.',
    ],
  ])('%j', (parts, sentence) => {
    expect(() => read(parts)).toThrow(sentence);
  });
});
