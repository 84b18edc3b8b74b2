import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import project from '../package.json' with { type: 'json' };
import { assembly } from './synthesized.ts';

/** Programs that npm ci brings, or npm itself: each is there on every system. */
const programs = ['biome', 'cdk', 'knip', 'node', 'npm', 'redocly', 'tsc', 'vitest'];

// npm gives a script to sh, or to cmd.exe on Windows: it may use only what both understand.
it.each(Object.entries(project.scripts))('npm run %s needs no shell of its own', (_, script) => {
  // Variables, quotes, comments and lists are written differently there.
  expect(script).not.toMatch(/[$'`;*?~%^#()\\]/);
  for (const command of script.split(/&&|\|/)) {
    const [first = '', ...rest] = command.trim().split(/\s+/);
    const program = first === 'exec' ? rest[0] : first;
    expect(programs).toContain(program);
  }
});

it('has an exec for cmd.exe, which lacks it', () => {
  expect(existsSync('exec.cmd')).toBe(true);
  expect(readFileSync('exec.cmd', 'utf8')).toMatch(/^(?:@rem [^\r\n]*\r\n)+@%\*\r\n$/);
});

it('makes no path from the text of a URL, which would be wrong on Windows', () => {
  for (const file of globSync('{functions,infra,test}/**/*.ts', {
    exclude: (path) => path.includes('node_modules'),
  })) {
    const source = readFileSync(file, 'utf8');
    expect(source.match(/import\.meta\.url\)\.pathname|\burl\.pathname\b/)?.[0], file).toBe(
      undefined,
    );
  }
});

// A supervisor signals only npm; a terminal signals the whole group.
it.each(['SIGINT', 'SIGTERM'] as const)('npm start ends when npm gets %s', async (signal) => {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const options = ['--json', '--port', '0', '--data', folder, '--assembly', assembly];
  const npm = spawn('npm', ['start', '--', ...options], { stdio: 'ignore', detached: true });
  const ended = once(npm, 'exit');
  await vi.waitUntil(() => existsSync(join(folder, 'run.json')), { timeout: 30_000 });
  const { pid, url } = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'));
  npm.kill(signal);
  await ended;
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  await expect(fetch(url)).rejects.toThrow();
});
