import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loggable, reasonOf, typescriptStack } from '../../../functions/shared/loggable.ts';
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

it.each([
  ['one\ntwo', ['one', 'two']],
  [undefined, ['']],
])('keeps only the name, message, stack and cause of an error: %j', (given, stack) => {
  const error = Object.assign(new RangeError('far'), { stack: given, body: 'secret' });
  expect(loggable(error)).toEqual({ name: 'RangeError', message: 'far', stack });
});

it('quotes no text that is not JSON', () => {
  const parse = () => JSON.parse('secret');
  expect(parse).toThrow('secret');
  try {
    parse();
  } catch (error) {
    expect(loggable(error)).toEqual({ name: 'SyntaxError' });
  }
});

it('names the cause of an error, but no cause that is not an error', () => {
  const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', body: 'secret' });
  const named = { name: 'Error', message: 'read ECONNRESET', code: 'ECONNRESET' };
  expect(loggable(new TypeError('fetch failed', { cause: reset }))).toMatchObject({ cause: named });
  expect(loggable(new Error('', { cause: 'secret' }))).toMatchObject({ cause: undefined });
});

it.each([
  [new TypeError('fetch failed', { cause: new Error('far') }), 'Error: far'],
  [new RangeError('near'), 'RangeError: near'],
  [Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }), 'AggregateError: ECONNREFUSED'],
])('says why there is no answer: %s', (error, reason) => {
  expect(reasonOf(error)).toBe(reason);
});

it.each(['text', null])('keeps %j, which is not an error', (cause) => {
  expect(loggable(cause)).toBe(cause);
});
