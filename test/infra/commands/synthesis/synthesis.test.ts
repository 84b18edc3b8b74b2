import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import { synthesisError, synthesizeAside } from '../../../../infra/commands/synthesis/synthesis.ts';

/** What goes wrong when a thread loads a file with this text. */
function loadingError(text: string): Promise<{ file: string; error: Error }> {
  const folder = mkdtempSync(join(tmpdir(), 'synthesis-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'stack.ts');
  writeFileSync(file, text);
  return new Promise((resolve) => {
    new Worker(file, { execArgv: [] }).once('error', (error: Error) => resolve({ file, error }));
  });
}

it.each([
  ['TypeScript that is none', 'export const one = 1;\nexport const two = {\n  a: 1;\n};\n', 3],
  ['an import of nothing', "import { name } from 'node:fs';\nname();\n", 1],
])('%s is told with its file and line', async (_, text, line) => {
  const { error, file } = await loadingError(text);
  expect(synthesisError(error).message).toBe(
    `The stack cannot be synthesized: ${error.message} (${file}:${line})`,
  );
});

it('any other problem is told in its own words', async () => {
  const { error } = await loadingError("throw new Error('The setting stage is none: 7');");
  expect(synthesisError(error).message).toBe(
    'The stack cannot be synthesized: The setting stage is none: 7',
  );
});

it.skipIf(process.platform === 'win32')('no process is left of a synthesis', async () => {
  const assembly = await synthesizeAside();
  expect(existsSync(join(assembly.folder, 'manifest.json'))).toBe(true);
  const children = execFileSync('ps', ['-A', '-o', 'ppid=,stat=,comm='], { encoding: 'utf8' });
  const own = children.split('\n').filter((line) => line.trim().startsWith(`${process.pid} `));
  expect(own.filter((line) => line.includes('esbuild'))).toEqual([]);
  assembly.remove();
});
