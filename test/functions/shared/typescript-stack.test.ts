import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { typescriptStack } from '../../../functions/shared/typescript-stack.ts';
import { temporaryFolder } from '../../../tools/test/setup/temporary-folder.ts';

/** A file of a bundle with this map. */
function bundleWith(map: string): string {
  const file = join(temporaryFolder(), 'handler.js');
  writeFileSync(`${file}.map`, map);
  return file;
}

function stackOf(...lines: string[]) {
  return typescriptStack(lines.join('\n'));
}

// With a map that esbuild makes: bundle.test.ts.
it('a stack has places in TypeScript. The map is read once, and other lines stay as they are', () => {
  // Line 12, column 14 is a.ts:1:1.
  const map = { version: 3, sources: ['a.ts'], names: [], mappings: `${';'.repeat(11)}aAAA` };
  const file = bundleWith(JSON.stringify(map));
  const frames = [`    at ${file}:12:14`, `    at f (${file}:12:14)`, `    at async ${file}:12:14`];
  const places = ['    at a.ts:1:1', '    at a.ts:1:1', '    at async a.ts:1:1'];
  expect(stackOf(...frames)).toEqual(places);
  rmSync(`${file}.map`);
  expect(stackOf(...frames)).toEqual(places);
  const others = [
    `Error: where?    at ${file}:12:14`,
    `    at ${file}:12:14 or so`,
    '    at f (/nowhere/a.js:1:1)',
    '    at node:net:1:2',
    '    at native',
  ];
  expect(stackOf(...others)).toEqual(others);
});

it.each(['no JSON', '{}', '{"version":3,"sources":[],"names":[],"mappings":""}'])(
  'a stack stays as it is if the map is %j',
  (map) => {
    const line = `    at ${bundleWith(map)}:12:14`;
    expect(stackOf(line)).toEqual([line]);
  },
);
