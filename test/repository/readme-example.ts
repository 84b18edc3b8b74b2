import { readFileSync } from 'node:fs';

const curl =
  /^curl http:\/\/127\.0\.0\.1:3000(\S+) \\\n +-H '(\S+): (.+)' \\\n +-H '(\S+): (.+)' \\\n +-d '(.+)'\n```\n+```json\n(.+)\n/m;

/** README's first request, and the answer that stands below it. */
export function readmeExample() {
  const readme = readFileSync('README.md', 'utf8');
  const [, path = '', name1 = '', value1 = '', name2 = '', value2 = '', body = '', answer = ''] =
    curl.exec(readme) ?? [];
  return { path, headers: { [name1]: value1, [name2]: value2 }, body, answer };
}
