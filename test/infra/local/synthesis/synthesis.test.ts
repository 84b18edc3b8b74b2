import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import {
  placeIn,
  synthesisError,
  synthesizeInThread,
  temporaryFolder as temporaryAssembly,
} from '../../../../infra/local/synthesis/synthesis.ts';
import { onWindows } from '../../../system.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';

/** The error of a thread that loads a file with this text. */
function loadingError(text: string): Promise<{ file: string; error: Error }> {
  const folder = temporaryFolder();
  const file = join(folder, 'stack.ts');
  writeFileSync(file, text);
  return new Promise((resolve) => {
    new Worker(file, { execArgv: [] }).once('error', (error: Error) => resolve({ file, error }));
  });
}

it.each([
  ['a syntax error', 'export const one = 1;\nexport const two = {\n  a: 1;\n};\n', 3],
  ['an import of nothing', "import { name } from 'node:fs';\nname();\n", 1],
])('%s is reported with its file and line', async (_, text, line) => {
  const { error, file } = await loadingError(text);
  expect(synthesisError(error).message).toBe(
    `The stack cannot be synthesized: ${error.message} (${file}:${line})`,
  );
});

it('any other problem is reported as it is', async () => {
  const { error } = await loadingError("throw new Error('The setting stage is none: 7');");
  expect(synthesisError(error).message).toBe(
    'The stack cannot be synthesized: The setting stage is none: 7',
  );
});

it.each([
  ['file:///plants/a%20b/stack.ts:3', false, '/plants/a b/stack.ts:3'],
  ['/plants/stack.ts:3', false, '/plants/stack.ts:3'],
  ['file:///C:/a%20b/stack.ts:3', true, 'C:\\a b\\stack.ts:3'],
  ['C:\\plants\\stack.ts:3', true, 'C:\\plants\\stack.ts:3'],
  ['Error at 3:3', false, undefined],
])('the place %s is one of the system it comes from', (first, windows, place) => {
  const stack = `${first}\n}\n^\nSyntaxError: Unexpected token\n    at /none.js:1:1\n`;
  expect(placeIn(Object.assign(new SyntaxError(), { stack }), windows)).toBe(place);
});

it('removing a folder that a process uses is not an error', async () => {
  const { folder, remove } = temporaryAssembly();
  const worker = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { cwd: folder });
  await once(worker, 'spawn');
  expect(remove).not.toThrow();
  worker.kill('SIGKILL');
  await once(worker, 'close');
});

// Windows has no ps; the thread that keeps esbuild inside the process is the same there.
it.skipIf(onWindows)('a synthesis leaves no process behind', async () => {
  const before = childProcesses();
  const assembly = await synthesizeInThread();
  expect(existsSync(join(assembly.folder, 'manifest.json'))).toBe(true);
  expect(childProcesses()).toEqual(before);
  assembly.remove();
});

function childProcesses(): string[] {
  const all = execFileSync('ps', ['-A', '-o', 'ppid=,pid=,stat=,comm='], { encoding: 'utf8' });
  const own = all.split('\n').filter((line) => line.trim().startsWith(`${process.pid} `));
  return own.filter((line) => line.includes('esbuild'));
}
