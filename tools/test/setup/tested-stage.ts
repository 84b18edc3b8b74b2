/** A deployed service that the tests of the API call, in the place of the local one. */
export interface TestedStage {
  /** More than one if it has a domain of its own. */
  readonly urls: readonly string[];
  readonly token: string;
}

/** Reads BASE_URL and TOKEN. Without BASE_URL, there is none. */
export function readTestedStage({
  BASE_URL,
  TOKEN: token = '',
}: NodeJS.ProcessEnv): TestedStage | null {
  if (BASE_URL === undefined) return null;
  const urls = BASE_URL.split(/[\s,]+/).map((url) => url.replace(/\/$/, ''));
  const wrong = urls.find((url) => !/^https?:$/.test(URL.parse(url)?.protocol ?? ''));
  if (wrong !== undefined) {
    throw new Error(`BASE_URL has ${JSON.stringify(wrong)}, which is no URL of a service.`);
  }
  if (token === '') {
    throw new Error('BASE_URL needs a TOKEN for that service: npm run token -- create prints one.');
  }
  return { urls, token };
}
