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

it.each<[SmallTemplate, object]>([
  [{}, { key: 'POST /plants', functionName: 'Create', authorizer: 'Gate' }],
  [{ integration: { TimeoutInMillis: 500 } }, { timeoutMilliseconds: 500 }],
  [{ integration: { IntegrationUri: uri }, others: { Live: live } }, { functionName: 'Create' }],
])('%j has a route', (parts, route) => {
  expect(read(parts).route).toMatchObject(route);
});

it.each([
  [{}, { functionName: 'Authorize', identityHeader: 'authorization', cacheSeconds: 300 }],
  [{ AuthorizerResultTtlInSeconds: 0 }, { cacheSeconds: 0 }],
  [{ IdentitySource: ['$request.header.X-Key'] }, { identityHeader: 'x-key' }],
])('%j is an authorizer', (properties, expected) => {
  expect(read({ authorizer: properties }).authorizer).toMatchObject(expected);
});

it.each([
  [{ DetailedMetricsEnabled: true }, undefined],
  [
    { ThrottlingRateLimit: 10, ThrottlingBurstLimit: 2 },
    { rate: 10, burst: 2 },
  ],
])('the settings %j of a stage are the throttle %j', (DefaultRouteSettings, throttle) => {
  expect(read({ stage: { DefaultRouteSettings } }).throttle).toEqual(throttle);
});

describe('the local run refuses', () => {
  function route(properties: object, key = 'GET /x'): SmallTemplate {
    return { routes: { [key]: { ...properties } } };
  }

  it.each<[SmallTemplate, string]>([
    [route({}, 'ANY /plants'), 'ANY /plants'],
    [route({}, 'GET /{id}'), 'GET /{id}'],
    // Such a route must not be open by mistake.
    [route({ AuthorizationType: 'CUSTOM', AuthorizerId: { Ref: 'Create' } }), 'GET /x'],
    [route({ AuthorizationType: 'AWS_IAM' }), 'AWS_IAM'],
    [route({ Target: 'integrations/Nobody' }), 'GET /x'],
    [
      { authorizer: { IdentitySource: ['$request.header.a', '$request.header.b'] } },
      '$request.header.a,$request.header.b',
    ],
    [{ authorizer: { AuthorizerType: 'JWT' } }, 'AuthorizerType'],
    [{ authorizer: { EnableSimpleResponses: false } }, 'EnableSimpleResponses'],
    [{ integration: { PayloadFormatVersion: '1.0' } }, 'PayloadFormatVersion'],
    [{ integration: { IntegrationUri: 'https://example.com' } }, 'https://example.com'],
    [{ integration: { IntegrationUri: 'arn:aws:lambda:us-east-1:1:function:Other' } }, 'Other'],
    [{ stage: { StageName: 'v1' } }, 'StageName'],
  ])('%j, and names %s', (parts, named) => {
    expect(() => read(parts)).toThrow(named);
  });
});
