import { describe, expect, it } from 'vitest';
import { readTemplate } from '../../../../infra/emulator/template/service-model.ts';
import {
  type SmallTemplate,
  smallAssets,
  smallTemplate,
} from '../../commands/start/small-template.ts';

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

  it.each(['integrations/Gate', 'integrations/Nobody', 'x/integrations/Integration', ''])(
    'refuses the target %j',
    (Target) => {
      expect(() => read({ routes: { 'GET /x': { Target } } })).toThrow(
        'The route GET /x has no integration in the template.',
      );
    },
  );
});
