import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, it } from 'vitest';
import project from '../package.json' with { type: 'json' };
import proofs from './lab/package.json' with { type: 'json' };
import { filesOf } from './system.ts';

/** Programs of npm ci, and npm itself. Each system has them; exec is written by node-version.cjs on Windows. */
const programs = ['biome', 'cdk', 'exec', 'knip', 'node', 'npm', 'redocly', 'tsc', 'vitest'];

// npm runs a script in sh, or in cmd.exe on Windows. So a script can only use the syntax of both.
it.each(Object.entries(project.scripts))('npm run %s runs in sh and in cmd.exe', (_, script) => {
  // Variables, quotes, comments and lists are written differently there.
  expect(script).not.toMatch(/[$'`;*?~%^#()\\]/);
  for (const command of script.split(/&&|\|/)) {
    expect(programs).toContain(command.trim().split(' ', 1)[0]);
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

it('has the same bytes on each system', () => {
  const question = ['check-attr', 'eol', '--', 'README.md', 'test/portable.test.ts'];
  const answer = execFileSync('git', question, { encoding: 'utf8' });
  expect(answer.match(/\w+$/gm)).toEqual(['lf', 'lf']);
});

const files = filesOf('{functions,infra,test}/**/*.{ts,mjs,cjs}');
// The slashes of a route are those of URLs.
const own = ['test/portable.test.ts', 'test/system.ts', 'infra/local/gateway/route-table.ts'];

// Code that fails on some system: the advice, its pattern, lines that it refuses, lines that it allows.
it.each<[string, RegExp, string[], string[]]>([
  [
    'a path from a URL: use fileURLToPath() or import.meta.dirname',
    /import\.meta\.url\)\.pathname|\burl\.pathname\b/,
    ["new URL('x', import.meta.url).pathname", 'readFileSync(url.pathname)'],
    ["fileURLToPath(new URL('x', import.meta.url))"],
  ],
  [
    "a folder of one system: use tmpdir(), 'ignore' or a path of this project",
    /(['"`])\/(?:bin|dev|etc|home|tmp|usr|var)(?:\/|\1)/,
    ["join('/tmp', name)", '`/dev/null`', "'/bin'"],
    ["fetch('/plants')", "'#!/bin/sh'"],
  ],
  [
    'a program of node_modules/.bin, which is a .cmd file on Windows: use its file and execPath',
    /\.bin(?:\/|['"`], )/,
    ["'node_modules/.bin/biome'", "join('node_modules', '.bin', 'tsc')"],
    ["'node_modules/@biomejs/biome/bin/biome'", "readdirSync('.bin')"],
  ],
  [
    'a program that is a .cmd file on Windows: use npm() of test/system.ts, or a shell',
    /\b(?:spawn|execFile)(?:Sync)?\)?\(\s*['"`](?:npm|npx|tsc|cdk|biome|vitest)\b/,
    ["spawn('npm', ['ci'])", "execFileSync('npx', [])", "promisify(execFile)('tsc')"],
    ["spawn('exec npm start', { shell: true })", "npm(['ci'])", "execFile('git')"],
  ],
  [
    'files by a pattern, which have backslashes on Windows: use filesOf()',
    /\bglob(?:Sync)?\(/,
    ["globSync('test/**')", "await glob('test/**')"],
    ["filesOf('test/**')"],
  ],
  [
    'a path split at slashes: use dirname(), basename() or sep',
    /(?:file|folder|path|dir|name|cwd\(\))\.(?:split|indexOf|lastIndexOf)\('\/'\)/i,
    ["file.split('/')", "import.meta.dirname.lastIndexOf('/')", "cwd().split('/')"],
    ["url.split('/')", 'file.split(sep)'],
  ],
  [
    'a process group, which opens a console window on Windows: check the platform',
    /detached: true/,
    ['spawn(node, { detached: true })'],
    ["detached: process.platform !== 'win32'"],
  ],
])('recognizes, and finds in no file, %s', (_, pattern, refused, allowed) => {
  for (const line of refused) expect(line).toMatch(pattern);
  for (const line of allowed) expect(line).not.toMatch(pattern);
  const found = files.filter((file) => pattern.test(readFileSync(file, 'utf8')));
  expect(files.length).toBeGreaterThan(200);
  expect(found.filter((file) => !own.includes(file))).toEqual([]);
});
