import { describe, expect, it } from 'vitest';
import { readTemplate } from '../../../../infra/local/template/service-model.ts';
import { type SmallTemplate, smallAssets, smallTemplate } from '../small-template.ts';

function read(parts: SmallTemplate) {
  return readTemplate(smallTemplate(parts), smallAssets).routes[0];
}

describe('a route', () => {
  it('stands behind its authorizer', () => {
    expect(read({})).toEqual({
      key: 'POST /plants',
      functionName: 'Create',
      authorizer: 'Gate',
      timeoutMilliseconds: 30_000,
    });
  });

  it.each([{}, { AuthorizationType: 'NONE' }, { OperationName: 'list' }])(
    'stands behind none with %j',
    (properties) => {
      expect(read({ routes: { 'GET /x': properties } })).toEqual({
        key: 'GET /x',
        functionName: 'Create',
        timeoutMilliseconds: 30_000,
      });
    },
  );

  it('waits as long as its integration does', () => {
    expect(read({ integration: { TimeoutInMillis: 500 } })?.timeoutMilliseconds).toBe(500);
  });

  it('is the same whatever only describes or permits its integration', () => {
    const integration = {
      ConnectionType: 'INTERNET',
      CredentialsArn: 'arn:aws:iam::1:role/any',
      Description: 'Anything',
      IntegrationMethod: 'POST',
    };
    expect(read({ integration })).toEqual(read({}));
  });

  it('refuses an integration of another type', () => {
    expect(() => read({ integration: { IntegrationType: 'HTTP_PROXY' } })).toThrow(
      'Integration is not a Lambda proxy integration with payload 2.0',
    );
  });

  it.each(['$default', 'ANY /plants', 'GET /{proxy+}', 'GET /files/{path+}'])(
    'refuses the key %s',
    (key) => {
      expect(() => read({ routes: { [key]: {} } })).toThrow(
        `The route ${key} takes any method or any path, which the local run does not support.`,
      );
    },
  );

  it('may have a variable in its path', () => {
    expect(read({ routes: { 'GET /plants/{id}': {} } })?.key).toBe('GET /plants/{id}');
  });

  it('refuses an authorizer that is none, so that no route stands open by mistake', () => {
    const open = { AuthorizationType: 'CUSTOM', AuthorizerId: { Ref: 'Create' } };
    expect(() => read({ routes: { 'GET /x': open } })).toThrow(
      'The route GET /x has no authorizer in the template.',
    );
  });

  it.each(['integrations/Gate', 'integrations/Nobody', 'x/integrations/Integration', ''])(
    'refuses the target %j',
    (Target) => {
      expect(() => read({ routes: { 'GET /x': { Target } } })).toThrow(
        'The route GET /x has no integration in the template.',
      );
    },
  );
});
