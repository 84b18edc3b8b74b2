import { describe, expect, it } from 'vitest';
import { readTemplate } from '../../../../infra/local/template/service-model.ts';
import { type SmallTemplate, smallAssets, smallTemplate } from '../small-template.ts';

function read(parts: SmallTemplate) {
  const { authorizers, routes, throttle } = readTemplate(smallTemplate(parts), smallAssets);
  return { route: routes[0], authorizer: authorizers.get('Gate'), throttle };
}

describe('a route', () => {
  it('has its authorizer, and the default of CloudFormation', () => {
    expect(read({}).route).toEqual({
      key: 'POST /plants',
      functionName: 'Create',
      authorizer: 'Gate',
      timeoutMilliseconds: 30_000,
    });
  });

  it.each([{}, { AuthorizationType: 'NONE' }, { OperationName: 'list' }])(
    'has no authorizer with %j',
    (properties) => {
      expect(read({ routes: { 'GET /plants/{id}': properties } }).route).toEqual({
        key: 'GET /plants/{id}',
        functionName: 'Create',
        timeoutMilliseconds: 30_000,
      });
    },
  );

  it('waits as long as its integration', () => {
    const { route } = read({ integration: { TimeoutInMillis: 500 } });
    expect(route?.timeoutMilliseconds).toBe(500);
  });

  it.each(['$default', 'ANY /plants', 'GET /{proxy+}', 'GET /files/{path+}'])(
    'with the key %s is refused',
    (key) => {
      expect(() => read({ routes: { [key]: {} } })).toThrow(
        `The route ${key} takes any method or any path, which the local run does not support.`,
      );
    },
  );

  it('is refused if its authorizer is another resource, so that it is not open by mistake', () => {
    const open = { AuthorizationType: 'CUSTOM', AuthorizerId: { Ref: 'Create' } };
    expect(() => read({ routes: { 'GET /x': open } })).toThrow(
      'The route GET /x has no authorizer in the template.',
    );
  });

  it.each(['integrations/Gate', 'integrations/Nobody', 'x/integrations/Integration', ''])(
    'with the target %j is refused',
    (Target) => {
      expect(() => read({ routes: { 'GET /x': { Target } } })).toThrow(
        'The route GET /x has no integration in the template.',
      );
    },
  );

  const Live = {
    Type: 'AWS::Lambda::Alias',
    Properties: { FunctionName: { Ref: 'Create' }, FunctionVersion: '1', Name: 'live' },
  };

  it.each([
    ['an alias', { Ref: 'Live' }],
    ['a URI', { 'Fn::Join': ['', ['arn:x:lambda:path/', { Ref: 'Live' }, '/invocations']] }],
  ])('finds its function behind %s', (_, IntegrationUri) => {
    const { route } = read({ integration: { IntegrationUri }, others: { Live } });
    expect(route?.functionName).toBe('Create');
  });
});

describe('an authorizer', () => {
  it('has the defaults of CloudFormation', () => {
    expect(read({}).authorizer).toEqual({
      functionName: 'Authorize',
      identityHeader: 'authorization',
      cacheSeconds: 300,
    });
  });

  it.each([0, 60])('keeps its decisions for the %i seconds of the template', (seconds) => {
    const { authorizer } = read({ authorizer: { AuthorizerResultTtlInSeconds: seconds } });
    expect(authorizer?.cacheSeconds).toBe(seconds);
  });

  it('finds its header in any letter case', () => {
    const { authorizer } = read({ authorizer: { IdentitySource: ['$request.header.X-Key'] } });
    expect(authorizer?.identityHeader).toBe('x-key');
  });

  it.each([
    [['$request.header.'], '$request.header.'],
    [['x$request.header.a'], 'x$request.header.a'],
    [['$request.header.a\n'], '$request.header.a\n'],
    [['$request.querystring.a'], '$request.querystring.a'],
    [['$request.header.a', '$request.header.b'], '$request.header.a, $request.header.b'],
    [undefined, 'nothing'],
  ])('with the identity source %j is refused', (IdentitySource, text) => {
    expect(() => read({ authorizer: { IdentitySource } })).toThrow(
      `Gate reads its identity from ${text}; only one header, as $request.header.Name, runs locally.`,
    );
  });
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

it('properties without an effect on answers change nothing', () => {
  const parts = {
    stage: { AccessLogSettings: { Format: '' }, Description: 'Any', Tags: { team: 'plants' } },
    authorizer: { AuthorizerCredentialsArn: 'arn:aws:iam::1:role/any' },
    integration: {
      ConnectionType: 'INTERNET',
      CredentialsArn: 'arn:aws:iam::1:role/any',
      Description: 'Any',
      IntegrationMethod: 'POST',
    },
  };
  expect(read(parts)).toEqual(read({}));
});
