import { readFileSync } from 'node:fs';

const curl =
  /^curl http:\/\/127\.0\.0\.1:3000(\S+) \\\n +-H '(\S+): (.+)' \\\n +-H '(\S+): (.+)' \\\n +-d '(.+)'\n```\n+```json\n(.+)\n/m;

/** README's first request, and the answer that stands below it. */
export function readmeExample() {
  const readme = readFileSync('README.md', 'utf8');
  const found = curl.exec(readme);
  if (found === null) {
    throw new Error(
      'README.md needs a block that begins with `curl http://127.0.0.1:3000/…`, with two headers and a body in one line, and then a block ```json with the answer.',
    );
  }
  const [, path = '', name1 = '', value1 = '', name2 = '', value2 = '', body = '', answer = ''] =
    found;
  return { path, headers: { [name1]: value1, [name2]: value2 }, body, answer };
}
