import { describe, expect, it } from 'vitest';
import { readTemplate } from '../../../../infra/local/template/service-model.ts';
import { smallAssets, smallTemplate } from '../small-template.ts';

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
      identityHeader: 'authorization',
      cacheSeconds: 300,
    });
  });

  it('may be asked with credentials, which nobody checks here', () => {
    expect(read({ AuthorizerCredentialsArn: 'arn:aws:iam::1:role/any' })).toEqual(read());
  });

  it.each([0, 60])('keeps its decisions for %i seconds where the template says so', (seconds) => {
    expect(read({ AuthorizerResultTtlInSeconds: seconds })?.cacheSeconds).toBe(seconds);
  });

  it('knows its header in any letter case', () => {
    expect(read({ IdentitySource: ['$request.header.X-Key'] })?.identityHeader).toBe('x-key');
  });

  it.each([
    [['$request.header.'], '$request.header.'],
    [['x$request.header.a'], 'x$request.header.a'],
    [['$request.header.a\n'], '$request.header.a\n'],
    [['$request.querystring.a'], '$request.querystring.a'],
    [['$request.header.a', '$request.header.b'], '$request.header.a, $request.header.b'],
    [[], 'nothing'],
    [undefined, 'nothing'],
  ])('refuses the identity source %j', (IdentitySource, said) => {
    expect(() => read({ IdentitySource })).toThrow(
      `Gate reads its identity from ${said}; only one header, as $request.header.Name, runs locally.`,
    );
  });
});
