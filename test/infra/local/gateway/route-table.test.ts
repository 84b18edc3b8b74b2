import { describe, expect, it } from 'vitest';
import { routeTable } from '../../../../infra/local/gateway/route-table.ts';

function find(keys: readonly string[]) {
  const routes = keys.map((key) => ({ key, functionName: 'Any', timeoutMilliseconds: 1 }));
  const lookUp = routeTable(routes);
  return (method: string, path: string) => {
    const match = lookUp(method, path);
    return match && { key: match.route.key, ...match.pathParameters };
  };
}

describe('the route table', () => {
  const keys = [
    'GET /{any}',
    'GET /plants',
    'POST /plants',
    'GET /plants/{id}',
    'PUT /plants/{name}',
    'GET /plants/new',
    'GET /plants/{id}/leaves',
    'GET /{any}/new/leaves',
  ];

  // In any order of the routes, since a template has none.
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
    expect(route('PUT', '/plants/7')).toEqual({ key: 'PUT /plants/{name}', name: '7' });
    expect(route('GET', '/plants/new/leaves')).toEqual({
      key: 'GET /plants/{id}/leaves',
      id: 'new',
    });
    expect(route('GET', '/pots/new/leaves')).toEqual({ key: 'GET /{any}/new/leaves', any: 'pots' });
  });

  it.each([
    ['POST', '/plants'],
    ['GET', '/plant'],
    ['GET', '/plants/'],
    ['GET', '/plants/7/leaves'],
    ['GET', '/a/plants'],
    ['GET', '/pots//'],
  ])('knows no %s %s', (method, path) => {
    const route = find(['GET /plants', 'GET /plants/{id}', 'GET /pots/{a}/{b}']);
    expect(route(method, path)).toBeUndefined();
  });
});
