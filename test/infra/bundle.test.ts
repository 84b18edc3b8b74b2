import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
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

it.each(functions)('the map of %s leaves the sources out and this machine unnamed', (fn) => {
  const map = JSON.parse(readFileSync(join(functionFolder(fn), 'handler.js.map'), 'utf8'));
  expect(map.sourcesContent).toBeUndefined();
  expect(map.sources.length).toBeGreaterThan(10);
  for (const source of map.sources) expect(source).toMatch(/^(functions|node_modules)\//);
});
