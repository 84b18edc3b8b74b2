import type { Route } from '../template/http-api.ts';

export interface RouteMatch {
  readonly route: Route;
  readonly pathParameters: Readonly<Record<string, string>>;
}

/** The most specific route wins: a literal segment before a variable one. */
export function routeTable(routes: readonly Route[]) {
  const ordered = routes.toSorted((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1));
  return (method: string, path: string): RouteMatch | undefined => {
    const parts = `${method} ${path}`.split('/');
    for (const route of ordered) {
      const pathParameters = match(route.key.split('/'), parts);
      if (pathParameters) return { route, pathParameters };
    }
    return undefined;
  };
}

/** Sorts a variable after each literal segment. */
function rankOf({ key }: Route): string {
  return key.replaceAll(/\{[^}]*\}/g, '\uffff');
}

function match(
  segments: readonly string[],
  parts: readonly string[],
): Record<string, string> | undefined {
  const found: Record<string, string> = {};
  const isMatch = segments.every((segment, index) => {
    const part = parts[index] ?? '';
    if (!segment.startsWith('{')) return segment === part;
    found[segment.slice(1, -1)] = part;
    return part !== '';
  });
  return isMatch && segments.length === parts.length ? found : undefined;
}

export interface RequestTarget {
  readonly rawPath: string;
  readonly rawQueryString: string;
  readonly query: Readonly<Record<string, string>>;
}

/** The path arrives decoded, the query string as it was sent. */
export function requestTarget(target: string): RequestTarget {
  // An absolute form, `POST http://host/plants` (RFC 9112, 3.2.2), has a host before the path.
  const local = target.replace(/^https?:\/\/[^/?]*/i, '');
  const [path = '', ...rest] = local.split('?');
  const rawQueryString = rest.join('?');
  return { rawPath: decoded(path) || '/', rawQueryString, query: queryIn(rawQueryString) };
}

function queryIn(text: string): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    query[name] = Object.hasOwn(query, name) ? `${query[name]},${value}` : value;
  }
  return query;
}

function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
