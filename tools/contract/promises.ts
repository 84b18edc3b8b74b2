import { createHash } from 'node:crypto';
import { parse } from 'yaml';

/** What clients rely on: paths, fields, types, required lists and codes, but no texts. */
export function promisesOf(openapi: string): unknown {
  return parse(openapi, (key, value) => {
    const isText = /^(description|summary|example)$/.test(String(key)) && typeof value !== 'object';
    if (isText || key === 'servers') return undefined;
    if (key !== 'examples') return value;
    return Object.values(Object(value)).flatMap((one) => Object(one).value?.error ?? []);
  });
}

/** The same for each contract that promises the same. */
export function digestOfPromises(openapi: string): string {
  const promises = JSON.stringify(promisesOf(openapi));
  return createHash('sha256').update(promises).digest('hex').slice(0, 16);
}
