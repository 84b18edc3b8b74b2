import { expect, it } from 'vitest';
import { authorizer } from '../../../functions/service.ts';
import { createRouter } from '../../local/routes.ts';

const paths = ['/{any}/me', '/hello/{id}', '/hello/me', '/hello/{id}/friends', '/hello/me/{what}'];
const routeOf = createRouter(
  paths.map((path) => ({ method: 'GET', path, functionName: authorizer.functionName })),
);

it.each([
  ['/hello/me', '/hello/me', undefined],
  ['/hello/you', '/hello/{id}', { id: 'you' }],
  ['/bye/me', '/{any}/me', { any: 'bye' }],
  ['/hello/me/friends', '/hello/me/{what}', { what: 'friends' }],
  ['/hello/you/friends', '/hello/{id}/friends', { id: 'you' }],
])('of the routes that match %s, the most specific one answers: %s', (path, route, parameters) => {
  expect(routeOf('GET', path)).toMatchObject({ key: `GET ${route}` });
  expect({ ...routeOf('GET', path)?.parameters }).toEqual({ ...parameters });
});

it.each([
  ['POST', '/hello/me'],
  ['GET', '/hello'],
  ['GET', '/hello/'],
  ['GET', '/hello/me/a/b'],
])('no route matches %s %s', (method, path) => {
  expect(routeOf(method, path)).toBeUndefined();
});
