import { describe, expect, it } from 'vitest';
import { requestTarget } from '../../../../tools/local/gateway/request-target.ts';

describe('the target of a request', () => {
  it.each([
    ['/plants', '/plants', ''],
    ['', '/', ''],
    ['/a%2Fb%20c+d', '/a/b c+d', ''],
    ['/100%', '/100%', ''],
    ['/a%20b?c%20d', '/a b', 'c%20d'],
    ['http://host/plants?a', '/plants', 'a'],
    ['/x?http://host/plants', '/x', 'http://host/plants'],
  ])('%j is the path %j with the query %j', (target, rawPath, rawQueryString) => {
    expect(requestTarget(target)).toMatchObject({ rawPath, rawQueryString });
  });

  it.each([
    ['', {}],
    ['a=1&b=2', { a: '1', b: '2' }],
    ['a', { a: '' }],
    ['a=1&a=2&a', { a: '1,2,' }],
    ['a+b=c++d', { 'a b': 'c  d' }],
    ['a%20b=c%2Bd', { 'a b': 'c+d' }],
  ])('holds in %j the parameters %j', (text, parameters) => {
    expect(Object.entries(requestTarget(`/x?${text}`).query)).toEqual(Object.entries(parameters));
  });
});
