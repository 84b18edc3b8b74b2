import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../command.ts';
import { contract } from '../../plants.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

/** Runs a command for a user in this folder. */
function runIn(home: string, command: string, args: readonly string[]) {
  return run(`tools/commands/${command}.ts`, args, { env: { INIT_CWD: home } }).ended;
}

function homeWith(files: Readonly<Record<string, string>> = {}): string {
  const home = temporaryFolder();
  for (const [file, text] of Object.entries(files)) writeFileSync(join(home, file), text);
  return home;
}

describe('npm run docs', () => {
  it.each([
    [[], 'openapi.html'],
    [['there/page.html'], 'there/page.html'],
    [['-'], '-'],
  ])('writes the page into the folder of its user: %j', async (args, path) => {
    const home = homeWith();
    const file = join(home, path);
    const written = { code: 0, stdout: `The contract is in ${file}.\n`, stderr: '' };
    expect(await runIn(home, 'docs', args)).toEqual(written);
    expect(readFileSync(file, 'utf8')).toMatch(/^<!doctype html>/i);
    expect(await runIn(home, 'docs', [file])).toEqual(written);
  });
});

it('client replaces the empty file of a run on a full disk', async () => {
  const folder = homeWith({ 'package.json': '' });
  expect((await runIn(folder, 'client', ['.'])).code).toBe(0);
  const other = homeWith({ 'package.json': '', 'README.md': 'mine' });
  expect((await runIn(other, 'client', ['.'])).code).toBe(2);
});

describe('npm run client', () => {
  it.each([
    ['there/client', (folder: string) => folder],
    ['my client', (folder: string) => `"${folder}"`],
  ])('writes the package into %s in the folder of its user', async (path, quoted) => {
    const home = homeWith();
    const folder = join(home, path);
    expect(await runIn(home, 'client', [path])).toEqual({
      code: 0,
      stdout: `The client is in ${folder}. In your project, run: npm install ${quoted(folder)}\n`,
      stderr: '',
    });
    expect(readdirSync(folder)).toContain('plant-store-client.js');
  });

  it('is one sentence if a file cannot be written', async () => {
    const home = homeWith({ 'package.json': '{"name":"plant-store-client"}' });
    mkdirSync(join(home, 'plant-store-client.js'));
    const { code, stdout, stderr } = await runIn(home, 'client', ['.']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.split('\n').slice(-2)).toEqual([
      `The client in ${home} is not complete: tsc has failed.`,
      '',
    ]);
  });

  it('replaces an older package, and keeps other files there', async () => {
    const home = homeWith({
      'package.json': '{"name":"plant-store-client","version":"0.9.0"}',
      'notes.txt': 'mine',
    });
    expect((await runIn(home, 'client', ['.'])).code).toBe(0);
    const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
    expect(version).toBe(contract.info.version);
    expect(readFileSync(join(home, 'notes.txt'), 'utf8')).toBe('mine');
  });
});

it.each([
  ['docs', 'mine.html', 'file'],
  ['docs', 'empty', 'file'],
  ['docs', '.', 'file'],
  ['client', '.', 'or an empty folder'],
])('npm run %s does not write to %s, which holds something else', async (command, path, name) => {
  const manifest = '{"name":"plant-store-client-2"}';
  const home = homeWith({ 'mine.html': 'mine', empty: '', 'package.json': manifest });
  expect(await runIn(home, command, [path])).toEqual({
    code: 2,
    stdout: '',
    stderr: `${join(home, path)} holds something else. Name a new ${name}.\n`,
  });
  expect(readdirSync(home)).toHaveLength(3);
  expect(readFileSync(join(home, 'mine.html'), 'utf8')).toBe('mine');
});

it.each([
  ['docs', 'file/page.html'],
  ['client', 'file'],
  ['client', 'file/below'],
])('npm run %s prints that it cannot write %s', async (command, path) => {
  const { code, stdout, stderr } = await runIn(homeWith({ file: '' }), command, [path]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  // The code depends on the system: ENOTDIR, EEXIST or ENOENT.
  expect(stderr).toMatch(/file\S* cannot be written \(E[A-Z]+\)\.\n$/);
});
