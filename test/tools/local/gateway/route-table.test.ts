import { describe, expect, it } from 'vitest';
import { requestTarget, routeTable } from '../../../../tools/local/gateway/route-table.ts';

function find(keys: readonly string[]) {
  const routes = keys.map((key) => ({ key, functionName: 'Any', timeoutMilliseconds: 1 }));
  const lookUp = routeTable(routes);
  return (method: string, path: string) => {
    const match = lookUp(method, path);
    return match && { key: match.route.key, ...match.pathParameters };
  };
}

describe('the route table', () => {
  const keys = ['GET /{any}', 'GET /plants', 'POST /plants', 'GET /plants/{id}', 'GET /plants/new'];

  // In any order of the routes, because a template has no order.
  it.each([
    ['as they come', keys],
    ['the other way round', keys.toReversed()],
  ])('prefers the more specific route, %s', (_, ordered) => {
    const route = find(ordered);
    expect(route('POST', '/plants')).toEqual({ key: 'POST /plants' });
    expect(route('GET', '/plants')).toEqual({ key: 'GET /plants' });
    expect(route('GET', '/pots')).toEqual({ key: 'GET /{any}', any: 'pots' });
    expect(route('GET', '/plants/new')).toEqual({ key: 'GET /plants/new' });
    expect(route('GET', '/plants/7')).toEqual({ key: 'GET /plants/{id}', id: '7' });
  });

  it.each([
    ['POST', '/plants'],
    ['GET', '/plant'],
    ['GET', '/plants/'],
    ['GET', '/plants/7/leaves'],
  ])('knows no %s %s', (method, path) => {
    const route = find(['GET /plants', 'GET /plants/{id}']);
    expect(route(method, path)).toBeUndefined();
  });
});

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
