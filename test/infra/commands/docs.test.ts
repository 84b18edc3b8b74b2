import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../temporary-folder.ts';

const main = join(import.meta.dirname, '../../../infra/commands/docs.ts');

function docs(...args: string[]) {
  const cwd = temporaryFolder();
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    cwd,
    encoding: 'utf8',
  });
  return { cwd, status, stdout, stderr, files: readdirSync(cwd) };
}

describe('npm run docs', () => {
  it('writes the page where it is told to', () => {
    const { cwd, status, stdout } = docs('there/page.html');
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: 'The contract is in there/page.html.\n',
    });
    expect(readFileSync(join(cwd, 'there', 'page.html'), 'utf8')).toMatch(/^<!doctype html>/i);
  });

  it('explains itself with --help, and writes nothing', () => {
    const { status, stdout, files } = docs('--help');
    expect({ status, files }).toEqual({ status: 0, files: [] });
    expect(stdout).toContain('npm run docs -- [FILE]');
  });

  it('refuses two files in one sentence', () => {
    const stderr = 'It takes one file. Try --help.\n';
    expect(docs('one', 'two')).toMatchObject({ status: 2, files: [], stdout: '', stderr });
  });

  it('says which file it cannot write', () => {
    expect(docs('.')).toMatchObject({ status: 1, stderr: '. cannot be written (EISDIR).\n' });
  });
});
