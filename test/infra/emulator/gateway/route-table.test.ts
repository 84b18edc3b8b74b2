import { describe, expect, it } from 'vitest';
import { routeTable } from '../../../../infra/emulator/gateway/route-table.ts';

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
    '$default',
    'ANY /{proxy+}',
    'ANY /plants',
    'GET /plants/{id}',
    'ANY /plants/{name}',
    'GET /plants/{id+}',
    'GET /plants/new',
    'POST /plants',
    'GET /plants/{id}/leaves',
  ];

  // In any order of the routes, since a template has none.
  it.each([
    ['as they come', keys],
    ['the other way round', keys.toReversed()],
  ])('prefers the more specific route, %s', (_, ordered) => {
    const route = find(ordered);
    expect(route('POST', '/plants')).toEqual({ key: 'POST /plants' });
    expect(route('PUT', '/plants')).toEqual({ key: 'ANY /plants' });
    expect(route('GET', '/plants/new')).toEqual({ key: 'GET /plants/new' });
    expect(route('GET', '/plants/7')).toEqual({ key: 'GET /plants/{id}', id: '7' });
    expect(route('PUT', '/plants/7')).toEqual({ key: 'ANY /plants/{name}', name: '7' });
    expect(route('GET', '/plants/7/leaves')).toEqual({ key: 'GET /plants/{id}/leaves', id: '7' });
    expect(route('GET', '/plants/7/roots')).toEqual({ key: 'GET /plants/{id+}', id: '7/roots' });
    expect(route('PUT', '/plants/7/roots')).toEqual({
      key: 'ANY /{proxy+}',
      proxy: 'plants/7/roots',
    });
  });

  it('falls back to $default for any path at all', () => {
    const route = find(['GET /plants', '$default']);
    for (const path of ['/', '/a', '/a/b', '/plants/']) {
      expect(route('GET', path)).toEqual({ key: '$default' });
    }
    expect(route('POST', '/plants')).toEqual({ key: '$default' });
  });

  it.each([
    ['POST', '/plants'],
    ['GET', '/plant'],
    ['GET', '/plants/'],
    ['GET', '/plants/7/leaves'],
    ['GET', '/files'],
    ['GET', '/a/plants'],
    ['GET', '/pots//'],
  ])('knows no %s %s', (method, path) => {
    const route = find([
      'GET /plants',
      'GET /plants/{id}',
      'ANY /files/{path+}',
      'ANY /pots/{a}/{b}',
    ]);
    expect(route(method, path)).toBeUndefined();
  });
});
