import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import project from '../package.json' with { type: 'json' };
import proofs from './lab/package.json' with { type: 'json' };
import { assembly } from './synthesized.ts';
import { filesOf, onWindows } from './system.ts';
import { temporaryFolder } from './temporary-folder.ts';

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

it('npm ci brings every package that the tests import, without npm run proofs', () => {
  const reached = new Set(filesOf('test/**/*.test.ts'));
  const packages = new Set<string>();
  for (const file of reached) {
    // Types are not loaded.
    const imports = /^import (?!type )(?:[^;]*? from )?'([^']+)'/gm;
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(imports)) {
      if (!name.startsWith('.')) packages.add(name);
      else if (name.endsWith('.ts')) reached.add(posix.join(posix.dirname(file), name));
    }
  }
  expect(packages).toContain('vitest');
  expect(reached).toContain('infra/stack/plant-store-app.ts');
  expect([...packages].filter((name) => Object.hasOwn(proofs.devDependencies, name))).toEqual([]);
});

it('has an exec for cmd.exe, which lacks it', () => {
  expect(existsSync('exec.cmd')).toBe(true);
  expect(readFileSync('exec.cmd', 'utf8')).toMatch(/^(?:@rem [^\r\n]*\r\n)+@%\*\r\n$/);
});

it('has the same bytes on each system, but for the script of cmd.exe', () => {
  const asked = ['check-attr', 'eol', '--', 'README.md', 'test/portable.test.ts', 'exec.cmd'];
  const answer = execFileSync('git', asked, { encoding: 'utf8' });
  expect(answer.match(/\w+$/gm)).toEqual(['lf', 'lf', 'crlf']);
});

/** What goes wrong on some system; each with lines that are refused and lines that are not. */
const unportable = [
  {
    what: 'a path from the text of a URL: take fileURLToPath() or import.meta.dirname',
    pattern: /import\.meta\.url\)\.pathname|\burl\.pathname\b/,
    refused: ["new URL('x', import.meta.url).pathname", 'readFileSync(url.pathname)'],
    allowed: ["fileURLToPath(new URL('x', import.meta.url))"],
  },
  {
    what: "a folder of one system: take tmpdir(), 'ignore' or a path of this project",
    pattern: /(['"`])\/(?:bin|dev|etc|home|tmp|usr|var)(?:\/|\1)/,
    refused: ["join('/tmp', name)", '`/dev/null`', "'/bin'"],
    allowed: ["fetch('/plants')", "'#!/bin/sh'"],
  },
  {
    what: 'a program of node_modules/.bin, which Windows has as .cmd: take its file and execPath',
    pattern: /\.bin(?:\/|['"`], )/,
    refused: ["'node_modules/.bin/biome'", "join('node_modules', '.bin', 'tsc')"],
    allowed: ["'node_modules/@biomejs/biome/bin/biome'", "readdirSync('.bin')"],
  },
  {
    what: 'a program that Windows has as .cmd: take npm() of test/system.ts, or a shell',
    pattern: /\b(?:spawn|execFile)(?:Sync)?\)?\(\s*['"`](?:npm|npx|tsc|cdk|biome|vitest)\b/,
    refused: ["spawn('npm', ['ci'])", "execFileSync('npx', [])", "promisify(execFile)('tsc')"],
    allowed: ["spawn('exec npm start', { shell: true })", "npm(['ci'])", "execFile('git')"],
  },
  {
    what: 'files by a pattern, which Windows names with backslashes: take filesOf()',
    pattern: /\bglob(?:Sync)?\(/,
    refused: ["globSync('test/**')", "await glob('test/**')"],
    allowed: ["filesOf('test/**')"],
  },
  {
    what: 'a path cut at slashes: take dirname(), basename() or sep',
    pattern: /(?:file|folder|path|dir|name|cwd\(\))\.(?:split|indexOf|lastIndexOf)\('\/'\)/i,
    refused: ["file.split('/')", "import.meta.dirname.lastIndexOf('/')", "cwd().split('/')"],
    allowed: ["url.split('/')", 'file.split(sep)'],
  },
  {
    what: 'a process group, which shows a console window on Windows: ask for the platform',
    pattern: /detached: true/,
    refused: ['spawn(node, { detached: true })'],
    allowed: ["detached: process.platform !== 'win32'"],
  },
];

/** Slashes that are those of URLs, not of paths. */
const urlPaths = ['infra/local/gateway/route-table.ts'];

const own = ['test/portable.test.ts', 'test/system.ts', ...urlPaths];
const sources = filesOf('{functions,infra,test}/**/*.{ts,mjs,cjs}')
  .filter((file) => !own.includes(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

describe.each(unportable)('$what', ({ pattern, refused, allowed }) => {
  it('is told from what works on each system', () => {
    for (const line of refused) expect(line).toMatch(pattern);
    for (const line of allowed) expect(line).not.toMatch(pattern);
  });

  it('is in no file', () => {
    expect(sources.length).toBeGreaterThan(400);
    const found = sources.flatMap(({ file, text }) => {
      const [match] = pattern.exec(text) ?? [];
      return match === undefined ? [] : [`${file}: ${match}`];
    });
    expect(found).toEqual([]);
  });
});

// A supervisor signals only npm; a terminal signals the whole group. Windows has no signals between processes.
const itWithSignals = it.skipIf(onWindows);

itWithSignals.each(['SIGINT', 'SIGTERM'] as const)(
  'npm start ends when npm gets %s',
  async (signal) => {
    const folder = temporaryFolder();
    const options = ['--json', '--port', '0', '--data', folder, '--assembly', assembly];
    const npm = spawn(`exec npm start -- ${options.join(' ')}`, { shell: true, stdio: 'ignore' });
    const ended = once(npm, 'exit');
    await vi.waitUntil(() => existsSync(join(folder, 'run.json')), { timeout: 30_000 });
    const { pid, url } = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'));
    npm.kill(signal);
    await ended;
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    await expect(fetch(url)).rejects.toThrow();
  },
);
