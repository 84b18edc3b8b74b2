import type { Route } from '../template/route.ts';

export interface RouteMatch {
  readonly route: Route;
  readonly pathParameters: Readonly<Record<string, string>>;
}

interface Pattern {
  readonly route: Route;
  readonly method: string;
  readonly segments: string[];
}

/** The most specific route wins: literal before variable before greedy, then the method before ANY. */
export function routeTable(routes: readonly Route[]) {
  const patterns = routes.map(patternOf).sort((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1));
  return (method: string, path: string): RouteMatch | undefined => {
    for (const pattern of patterns) {
      const pathParameters = match(pattern, method, path);
      if (pathParameters) return { route: pattern.route, pathParameters };
    }
    return undefined;
  };
}

function patternOf(route: Route): Pattern {
  if (route.key === '$default') return { route, method: 'ANY', segments: ['', '{}+'] };
  const [method = '', path = ''] = route.key.split(' ');
  return { route, method, segments: path.split('/').map((part) => part.replace('+}', '}+')) };
}

function rankOf({ route, method, segments }: Pattern): string {
  if (route.key === '$default') return '~';
  const kinds = segments.map((part) =>
    part.endsWith('}+') ? '2' : part.startsWith('{') ? '1' : '0',
  );
  return `${kinds.join('')} ${method === 'ANY' ? 1 : 0}`;
}

function match(pattern: Pattern, method: string, path: string): Record<string, string> | undefined {
  if (pattern.method !== 'ANY' && pattern.method !== method) return undefined;
  const parts = path.split('/');
  const found: Record<string, string> = {};
  for (const [index, segment] of pattern.segments.entries()) {
    const part = parts[index];
    if (segment.endsWith('}+')) {
      if (segment !== '{}+') found[segment.slice(1, -2)] = parts.slice(index).join('/');
      return part === undefined ? undefined : found;
    }
    if (segment.startsWith('{')) {
      if (!part) return undefined;
      found[segment.slice(1, -1)] = part;
    } else if (segment !== part) return undefined;
  }
  return parts.length === pattern.segments.length ? found : undefined;
}
