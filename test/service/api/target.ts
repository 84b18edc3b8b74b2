import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    target: { readonly url: string; readonly token: string } | null;
  }
}

/** The deployed service to test. It is read here, since Vite sets its own BASE_URL in the workers. */
export function setup({ provide }: TestProject): void {
  const { BASE_URL: url, TOKEN: token } = process.env;
  if (url !== undefined && token === undefined)
    throw new Error('BASE_URL needs a TOKEN beside it.');
  provide('target', url === undefined || token === undefined ? null : { url, token });
}
