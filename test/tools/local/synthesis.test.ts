import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished, vi } from 'vitest';
import { cache } from '../../../tools/local/kept-assembly.ts';
import { assemblyFrom, synthesisError } from '../../../tools/local/synthesis.ts';
import { slow } from '../../setup/slow.ts';
import { onWindows } from '../../setup/system.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';

it.each([
  [
    'a syntax error',
    'export const one = 1;\nexport const two = {\n  a: 1;\n};\n',
    /stack\.ts:3:7\)$/,
  ],
  ['a call of nothing', 'function call() {\n  none();\n}\ncall();\n', /stack\.ts:2:3\)$/],
  ['any other error', "throw new Error('The setting stage is none: 7');", /stage is none: 7$/],
])('%s is one sentence, if possible with its file and line', async (_, text, end) => {
  const file = join(temporaryFolder(), 'stack.ts');
  writeFileSync(file, text);
  const [cause] = await once(new Worker(file, { execArgv: [] }), 'error');
  const { message } = synthesisError(cause);
  expect(message).toContain(cause.message);
  expect(message).toMatch(end);
});

it(
  'a synthesis leaves no process and no folder behind, and is not repeated if nothing has changed',
  slow,
  async () => {
    // No assembly is kept for it.
    vi.stubEnv('CDK_CONTEXT_JSON', `{"stages":{"t-${Date.now() % 1e9}":{}}}`);
    const left = () => [childProcesses(), globSync(join(cache, `${process.pid}-*`))];
    const before = left();
    const onSynthesis = vi.fn(() => () => {});
    const first = await assemblyFrom({ onSynthesis });
    onTestFinished(() => rmSync(first.folder, { recursive: true, force: true }));
    expect(onSynthesis).toHaveBeenCalledOnce();
    expect(existsSync(join(first.folder, 'manifest.json'))).toBe(true);
    expect(left()).toEqual(before);
    const second = await assemblyFrom({ onSynthesis });
    expect(second.folder).toBe(first.folder);
    expect(onSynthesis).toHaveBeenCalledOnce();
    for (const { remove } of [first, second]) remove();
    // A full disk, or a cleaner, leaves half of it.
    for (const asset of globSync(join(first.folder, 'asset.*'))) rmSync(asset, { recursive: true });
    const stop = new AbortController();
    const third = assemblyFrom({ onSynthesis: () => stop.abort(), signal: stop.signal });
    await expect(third).rejects.toBe(stop.signal.reason);
    expect(existsSync(first.folder)).toBe(false);
  },
);

function childProcesses(): string[] {
  // It has no ps; the thread that keeps esbuild inside the process is the same there.
  if (onWindows) return [];
  const all = execFileSync('ps', ['-A', '-o', 'ppid=,pid=,stat=,comm='], { encoding: 'utf8' });
  const own = all.split('\n').filter((line) => line.trim().startsWith(`${process.pid} `));
  return own.filter((line) => line.includes('esbuild'));
}
