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
