export interface RequestTarget {
  readonly rawPath: string;
  readonly rawQueryString: string;
  readonly query: Readonly<Record<string, string>>;
}

/** The path arrives decoded, the query string as it was sent. */
export function requestTarget(target: string): RequestTarget {
  // An absolute form, `POST http://host/plants` (RFC 9112, 3.2.2), has a host before the path.
  const local = target.replace(/^https?:\/\/[^/?]*/i, '');
  const mark = local.indexOf('?');
  const path = mark < 0 ? local : local.slice(0, mark);
  const rawQueryString = mark < 0 ? '' : local.slice(mark + 1);
  return { rawPath: decoded(path) || '/', rawQueryString, query: queryIn(rawQueryString) };
}

function queryIn(text: string): Record<string, string> {
  const query: Record<string, string> = Object.create(null);
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const mark = pair.indexOf('=');
    const name = formDecoded(mark < 0 ? pair : pair.slice(0, mark));
    const value = mark < 0 ? '' : formDecoded(pair.slice(mark + 1));
    query[name] = name in query ? `${query[name]},${value}` : value;
  }
  return query;
}

function formDecoded(text: string): string {
  return decoded(text.replaceAll('+', ' '));
}

function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
