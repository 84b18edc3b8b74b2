import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { functionFolder, template } from '../synthesized.ts';

const functions = ['CreatePlant', 'Authorize'];

it.each(functions)('%s is CommonJS, whatever folder it lies in, and needs no other', (fn) => {
  const handler = join(functionFolder(fn), 'handler.js');
  const load = `console.log(typeof require(${JSON.stringify(handler)}).handler)`;
  const variables = { PLANTS_TABLE_NAME: 'Plants', TOKENS_TABLE_NAME: 'Tokens', AWS_REGION: 'x' };
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', load], { env: variables });
  expect({ stdout: String(stdout), stderr: String(stderr) }).toEqual({
    stdout: 'function\n',
    stderr: '',
  });
});

it.each(functions)('a failure of %s is traced to its TypeScript line', (fn) => {
  const declared = template.Resources[fn]?.Properties['Environment'];
  const { NODE_OPTIONS } = (declared as { Variables: Record<string, string> }).Variables;
  // Without the table's name it fails at start.
  const { stderr } = spawnSync(process.execPath, [join(functionFolder(fn), 'handler.js')], {
    env: { NODE_OPTIONS },
  });
  const [, line] = /functions\/shared\/environment\.ts:(\d+):\d+\)/.exec(String(stderr)) ?? [];
  const source = readFileSync('functions/shared/environment.ts', 'utf8').split('\n');
  expect(source[Number(line) - 1]).toContain('throw new Error');
});

it.each(functions)('%s is at most 200 kB of code', (fn) => {
  expect(statSync(join(functionFolder(fn), 'handler.js')).size).toBeLessThanOrEqual(200_000);
});

const sdk = [
  '@aws-sdk/client-dynamodb',
  '@aws-sdk/core',
  '@aws-sdk/dynamodb-codec',
  '@aws-sdk/lib-dynamodb',
  '@aws-sdk/util-dynamodb',
  '@aws/lambda-invoke-store',
  '@smithy/core',
  '@smithy/node-http-handler',
  '@smithy/signature-v4',
  '@smithy/types',
];
const middy = ['@middy/core', '@middy/http-json-body-parser', '@middy/util', '@middy/validator'];

it.each([
  { fn: 'CreatePlant', packages: [...sdk, ...middy] },
  { fn: 'Authorize', packages: sdk },
])('$fn is made of these packages, and of no other', ({ fn, packages }) => {
  const { sources } = JSON.parse(readFileSync(join(functionFolder(fn), 'handler.js.map'), 'utf8'));
  const names = sources.map(
    (source: string) => /node_modules\/((@[^/]+\/)?[^/]+)/.exec(source)?.[1],
  );
  expect([...new Set(names.filter(Boolean))].toSorted()).toEqual(packages.toSorted());
});

it.each(functions)('the map of %s leaves the sources out and this machine unnamed', (fn) => {
  const map = JSON.parse(readFileSync(join(functionFolder(fn), 'handler.js.map'), 'utf8'));
  expect(map.sourcesContent).toBeUndefined();
  expect(map.sources.length).toBeGreaterThan(10);
  for (const source of map.sources)
    expect(source).toMatch(/^(functions|infra\/lean-sdk|node_modules)\//);
});
