import type { Route } from '../template/route.ts';

export interface RouteMatch {
  readonly route: Route;
  readonly pathParameters: Readonly<Record<string, string>>;
}

interface Pattern {
  readonly route: Route;
  readonly method: string;
  readonly segments: readonly string[];
}

/** The most specific route wins: a literal segment before a variable one. */
export function routeTable(routes: readonly Route[]) {
  const patterns = routes.map(patternOf).sort((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1));
  return (method: string, path: string): RouteMatch | undefined => {
    const parts = path.split('/');
    for (const pattern of patterns) {
      const pathParameters = pattern.method === method ? match(pattern, parts) : undefined;
      if (pathParameters) return { route: pattern.route, pathParameters };
    }
    return undefined;
  };
}

function patternOf(route: Route): Pattern {
  const [method = '', path = ''] = route.key.split(' ');
  return { route, method, segments: path.split('/') };
}

function rankOf({ segments }: Pattern): string {
  return segments.map((segment) => (isVariable(segment) ? '1' : '0')).join('');
}

function match(
  { segments }: Pattern,
  parts: readonly string[],
): Record<string, string> | undefined {
  if (parts.length !== segments.length) return undefined;
  const found: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const part = parts[index];
    if (isVariable(segment)) {
      if (!part) return undefined;
      found[segment.slice(1, -1)] = part;
    } else if (segment !== part) return undefined;
  }
  return found;
}

function isVariable(segment: string): boolean {
  return segment.startsWith('{');
}
