import { rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { frame, loggable, reasonOf, typescriptStack } from '../../../functions/shared/loggable.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';

const source = `interface Nothing {}

export const fail = async (nothing?: Nothing) => {
  await nothing;
  const message = 'failed\\n    at /not/a.js:1:1';
  throw new Error(message);
};
export const outer = async () => {
  await fail();
};
`;

/** The stack of an error that minified code throws. */
async function stackOf() {
  const outfile = join(temporaryFolder(), 'bundle.js');
  const stdin = { contents: source, sourcefile: 'source.ts', loader: 'ts' } as const;
  buildSync({ stdin, outfile, format: 'cjs', minify: true, sourcemap: 'linked' });
  const { outer } = createRequire(import.meta.url)(outfile);
  const error = await outer().catch((thrown: Error) => thrown);
  return { file: outfile, stack: error.stack as string };
}

describe('typescriptStack', () => {
  it('names places in the source, and leaves the message and other lines as they are', async () => {
    const { stack } = await stackOf();
    expect(stack).not.toContain('source.ts');
    const lines = typescriptStack(stack);
    const places = ['    at source.ts:6:9', '    at async source.ts:9:3'];
    expect(lines.slice(0, 3)).toEqual(['Error: failed', '    at /not/a.js:1:1', places[0]]);
    expect(lines).toContain(places[1]);
    const others = (from: string[]) => from.filter((line) => !/source\.ts|bundle\.js/.test(line));
    expect(others(lines)).toEqual(others(stack.split('\n')));
  });

  it.each(['no JSON', '{}', '{"version":3,"sources":[],"names":[],"mappings":""}'])(
    'changes nothing if the map is %j',
    async (map) => {
      const { file, stack } = await stackOf();
      writeFileSync(`${file}.map`, map);
      expect(typescriptStack(stack)).toEqual(stack.split('\n'));
    },
  );

  it('finds any place in a file, and reads its map once', () => {
    const file = join(temporaryFolder(), 'long.js');
    // Line 12, column 4 is a.ts:1:1.
    const map = { version: 3, sources: ['a.ts'], names: [], mappings: `${';'.repeat(11)}GAAA` };
    writeFileSync(`${file}.map`, JSON.stringify(map));
    const frames = [`    at ${file}:12:4`, `    at f (${file}:12:4)`, `    at async ${file}:12:4`];
    const places = ['    at a.ts:1:1', '    at a.ts:1:1', '    at async a.ts:1:1'];
    expect(typescriptStack(frames.join('\n'))).toEqual(places);
    rmSync(`${file}.map`);
    expect(typescriptStack(frames.join('\n'))).toEqual(places);
    const noFrames = [`Error: where?    at ${file}:12:4`, `    at ${file}:12:4 or so`];
    expect(typescriptStack(noFrames.join('\n'))).toEqual(noFrames);
  });

  it.each(['C:\\plants\\a.js', 'd:\\my plants\\a.js'])('finds %s in a frame', (file) => {
    const place = { at: '    at async ', file, line: '12', column: '4' };
    for (const line of [`    at async f (${file}:12:4)`, `    at async ${file}:12:4`]) {
      expect(frame.exec(line)?.groups).toEqual(place);
    }
  });

  it('does not change lines of code without a map, or without a file', () => {
    const lines = ['Error', '    at f (/nowhere/a.js:1:1)', '    at node:net:1:2', '    at native'];
    expect(typescriptStack(lines.join('\n'))).toEqual(lines);
  });
});

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
