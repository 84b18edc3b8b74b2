import type { FunctionName } from '../../functions/service.ts';

export interface Route {
  readonly method: string;
  /** `{id}` takes one part of a request's path. */
  readonly path: string;
  readonly functionName: FunctionName;
}

/**
 * Finds the route of a request. Of two that match, it is the more specific one: a literal part wins over a `{part}`.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html
 */
export function createRouter(routes: readonly Route[]) {
  const patterns = routes
    .map((route) => ({
      ...route,
      pattern: RegExp(`^${route.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
    }))
    .toSorted((one, other) => (rankOf(one.path) < rankOf(other.path) ? -1 : 1));
  return (method: string, path: string) => {
    for (const { pattern, functionName, ...route } of patterns) {
      const match = pattern.exec(path);
      if (route.method !== method || !match) continue;
      return { key: `${method} ${route.path}`, functionName, parameters: match.groups };
    }
    return undefined;
  };
}

/** `/books/{id}` becomes `/books/~`. `/books/new` comes before it, as the characters of each literal part do. */
function rankOf(path: string): string {
  return path.replaceAll(/\{\w+\}/g, '~');
}
