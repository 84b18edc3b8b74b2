import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import project from '../package.json' with { type: 'json' };
import { contractText } from '../tools/contract/contract.ts';

/** What clients rely on: paths, fields, types, required lists and codes, but no texts. */
function promisesOf(openapi: string): unknown {
  return parse(openapi, (key, value) => {
    const isText = /^(description|summary|example)$/.test(String(key)) && typeof value !== 'object';
    if (isText || key === 'servers') return undefined;
    if (key !== 'examples') return value;
    return Object.values(Object(value)).flatMap((one) => Object(one).value?.error ?? []);
  });
}

it('each place of the version has that of openapi.yaml', () => {
  const { version } = parse(contractText()).info;
  expect(project.version).toBe(version);
  expect(readFileSync('README.md', 'utf8')).toContain(`[${version}](docs/CHANGELOG.md)`);
  expect(/^## (.+)$/m.exec(readFileSync('docs/CHANGELOG.md', 'utf8'))?.[1]).toBe(version);
});

it('openapi.yaml promises the same as the copy of its version in docs/contracts', () => {
  const { version } = parse(contractText()).info;
  const copy = readFileSync(`docs/contracts/${version}.yaml`, 'utf8');
  expect(promisesOf(contractText())).toEqual(promisesOf(copy));
});
