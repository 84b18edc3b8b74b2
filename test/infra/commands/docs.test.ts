import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../temporary-folder.ts';

const main = join(import.meta.dirname, '../../../infra/commands/docs.ts');

/** Runs the command as npm does, for a person in a folder. */
function docs(args: string[], home = temporaryFolder()) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    encoding: 'utf8',
    env: { ...process.env, INIT_CWD: home },
  });
  return { home, status, stdout, stderr, files: readdirSync(home) };
}

describe('npm run docs', () => {
  it.each([
    [[], 'openapi.html'],
    [['there/page.html'], 'there/page.html'],
  ])('writes the page where the person is: %j', (args, path) => {
    const { home, status, stdout } = docs(args);
    const file = join(home, path);
    expect({ status, stdout }).toEqual({ status: 0, stdout: `The contract is in ${file}.\n` });
    expect(readFileSync(file, 'utf8')).toMatch(/^<!doctype html>/i);
    expect(docs([file])).toMatchObject({ status: 0, stdout });
  });

  it.each(['mine', ''])('leaves a file that it did not write as it is: "%s"', (text) => {
    const home = temporaryFolder();
    const file = join(home, 'notes.txt');
    writeFileSync(file, text);
    const stderr = `${file} holds something else. Name a new file.\n`;
    expect(docs(['notes.txt'], home)).toMatchObject({ status: 2, stdout: '', stderr });
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('explains itself with --help, and writes nothing', () => {
    const { status, stdout, files } = docs(['--help']);
    expect({ status, files }).toEqual({ status: 0, files: [] });
    expect(stdout).toContain('npm run docs -- [FILE]');
  });

  it('refuses two files in one sentence', () => {
    const stderr = 'It takes one file. Try --help.\n';
    expect(docs(['one', 'two'])).toMatchObject({ status: 2, files: [], stdout: '', stderr });
  });

  it('says which file it cannot write', () => {
    const file = join(main, 'page.html');
    const { status, stderr } = docs([file]);
    expect(status).toBe(1);
    // The code depends on the system.
    expect(stderr).toMatch(/page\.html cannot be written \(E[A-Z]+\)\.\n$/);
  });

  it('takes no folder for a file', () => {
    const { home, status, stderr } = docs(['.']);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: `${home} holds something else. Name a new file.\n`,
    });
  });
});
