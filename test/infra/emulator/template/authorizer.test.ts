import { describe, expect, it } from 'vitest';
import { readTemplate } from '../../../../infra/emulator/template/service-model.ts';
import { smallAssets, smallTemplate } from '../../commands/start/small-template.ts';

function read(authorizer: object = {}) {
  return readTemplate(
    smallTemplate({ authorizer: { ...authorizer } }),
    smallAssets,
  ).authorizers.get('Gate');
}

describe('an authorizer', () => {
  it('has the defaults of CloudFormation', () => {
    expect(read()).toEqual({
      name: 'Gate',
      functionName: 'Authorize',
      identitySources: [{ from: 'header', name: 'authorization' }],
      cacheSeconds: 300,
    });
  });

  it('may be asked with credentials, which nobody checks here', () => {
    expect(read({ AuthorizerCredentialsArn: 'arn:aws:iam::1:role/any' })).toEqual(read());
  });

  it.each([0, 60])('keeps its decisions for %i seconds where the template says so', (seconds) => {
    expect(read({ AuthorizerResultTtlInSeconds: seconds })?.cacheSeconds).toBe(seconds);
  });

  it('keeps none without an identity source to know them by', () => {
    const nameless = { identitySources: [], cacheSeconds: 0 };
    expect(read({ IdentitySource: [] })).toMatchObject(nameless);
    expect(read({ IdentitySource: undefined, AuthorizerResultTtlInSeconds: 60 })).toMatchObject(
      nameless,
    );
  });

  it('knows headers in any letter case, query parameters in their own', () => {
    const IdentitySource = ['$request.header.X-Key', '$request.querystring.Key'];
    expect(read({ IdentitySource })?.identitySources).toEqual([
      { from: 'header', name: 'x-key' },
      { from: 'querystring', name: 'Key' },
    ]);
  });

  it.each(['$request.header.', 'x$request.header.a', '$request.header.a\n', '$request.path.a'])(
    'refuses the identity source %j',
    (source) => {
      expect(() => read({ IdentitySource: [source] })).toThrow(
        `Gate reads its identity from ${source}, which the local run does not support.`,
      );
    },
  );
});
