import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../temporary-folder.ts';

const main = join(import.meta.dirname, '../../../infra/commands/client.ts');

/** Runs the command as npm does, for a person in a folder that holds these files. */
function client(args: string[], files: Record<string, string> = {}) {
  const home = temporaryFolder();
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, file)), { recursive: true });
    writeFileSync(join(home, file), text);
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    encoding: 'utf8',
    env: { ...process.env, INIT_CWD: home },
  });
  return { home, status, stdout, stderr, files: readdirSync(home, { recursive: true }) };
}

describe('npm run client', () => {
  it.each([
    ['there/client', (path: string) => path],
    ['my client', (path: string) => `"${path}"`],
  ])('writes the package into %s, from where the person is', (path, quoted) => {
    const { home, status, stdout, stderr } = client([path]);
    const folder = join(home, path);
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: `The client is in ${folder}. In your project, run: npm install ${quoted(folder)}\n`,
      stderr: '',
    });
    expect(readdirSync(folder)).toContain('plant-store-client.js');
  });

  it('replaces an older package, and keeps other files there', () => {
    const { home, status } = client(['.'], {
      'package.json': '{"name":"plant-store-client","version":"0.9.0"}',
      'notes.txt': 'mine',
    });
    expect(status).toBe(0);
    expect(JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')).version).toBe('1.0.0');
    expect(readFileSync(join(home, 'notes.txt'), 'utf8')).toBe('mine');
  });

  it('leaves a folder with other files as it is', () => {
    const { home, ...ended } = client(['.'], { 'notes.txt': 'mine' });
    expect(ended).toEqual({
      status: 2,
      files: ['notes.txt'],
      stdout: '',
      stderr: `${home} holds something else. Name a new or an empty folder.\n`,
    });
  });

  it('explains itself with --help, and writes nothing', () => {
    const { status, stdout, files } = client(['--help']);
    expect({ status, files }).toEqual({ status: 0, files: [] });
    expect(stdout).toContain('npm run client -- DIR');
  });

  it('needs a folder', () => {
    const stderr = 'It takes one folder. Try --help.\n';
    expect(client([])).toMatchObject({ status: 2, files: [], stdout: '', stderr });
  });

  it.each(['file', 'file/below'])('says that it cannot write %s', (path) => {
    expect(client([path], { file: '' })).toMatchObject({
      status: 1,
      stdout: '',
      // The code depends on the system: ENOTDIR, EEXIST or ENOENT.
      stderr: expect.stringMatching(/file\S* cannot be written \(E[A-Z]+\)\.\n$/),
    });
  });
});
