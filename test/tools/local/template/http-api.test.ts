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
    [route({}, 'ANY /plants'), 'The route ANY /plants takes more than one method or path'],
    [route({}, 'GET /{id}'), 'The route GET /{id} takes more than one method or path'],
    // Such a route must not be open by mistake.
    [
      route({ AuthorizationType: 'CUSTOM', AuthorizerId: { Ref: 'Create' } }),
      'The route GET /x has no authorizer in the template.',
    ],
    [route({ AuthorizationType: 'AWS_IAM' }), 'The route GET /x uses AWS_IAM authorization'],
    [route({ Target: 'integrations/Nobody' }), 'The route GET /x has no integration in'],
    [
      { authorizer: { IdentitySource: ['$request.header.a', '$request.header.b'] } },
      'Gate reads its identity from $request.header.a,$request.header.b',
    ],
    [{ authorizer: { AuthorizerType: 'JWT' } }, 'Gate sets AuthorizerType to "JWT"'],
    [{ authorizer: { EnableSimpleResponses: false } }, 'Gate sets EnableSimpleResponses to false'],
    [{ integration: { PayloadFormatVersion: '1.0' } }, 'sets PayloadFormatVersion to "1.0"'],
    [
      { integration: { IntegrationUri: 'https://example.com' } },
      'https://example.com is not a Lambda function.',
    ],
    [
      { integration: { IntegrationUri: 'arn:aws:lambda:us-east-1:1:function:Other' } },
      'The function Other is not part of the template.',
    ],
    [{ stage: { StageName: 'v1' } }, 'Stage sets StageName to "v1"'],
  ])('%j', (parts, sentence) => {
    expect(() => read(parts)).toThrow(sentence);
  });
});
