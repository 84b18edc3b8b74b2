import type { TestProject } from 'vitest/node';

interface Target {
  readonly urls: readonly string[];
  readonly token: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    target: Target | null;
  }
}

/** Passes the deployed service on to the tests. Vite sets its own BASE_URL in the workers, so it is read here. */
export function setup({ provide }: TestProject): void {
  const { BASE_URL, TOKEN } = process.env;
  const target = readTarget(BASE_URL, TOKEN);
  if (typeof target === 'string') {
    console.error(target);
    process.exit(2);
  }
  provide('target', target);
}

/** The target; null if there is none, and one sentence if the variables are wrong. */
function readTarget(urls?: string, token?: string): Target | null | string {
  if (urls === undefined) return null;
  const list = urls.split(/[\s,]+/).filter(Boolean);
  const wrong = list.find((url) => !/^https?:$/.test(URL.parse(url)?.protocol ?? ''));
  if (list.length === 0 || wrong !== undefined) {
    return `BASE_URL takes one or more URLs with http or https, not ${JSON.stringify(wrong ?? urls)}.`;
  }
  if (!token) return 'BASE_URL needs a TOKEN for that service: npm run token -- create prints one.';
  return { urls: list.map((url) => url.replace(/\/$/, '')), token };
}
