import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../temporary-folder.ts';

const main = join(import.meta.dirname, '../../../infra/commands/client.ts');

/** Runs the command in a folder that holds these files. */
function client(args: string[], files: Record<string, string> = {}) {
  const cwd = temporaryFolder();
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, file)), { recursive: true });
    writeFileSync(join(cwd, file), text);
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    cwd,
    encoding: 'utf8',
  });
  return { cwd, status, stdout, stderr, files: readdirSync(cwd, { recursive: true }) };
}

describe('npm run client', () => {
  it('writes the package where it is told to', () => {
    const { cwd, status, stdout, stderr } = client(['there/client']);
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: `The client is in there/client. In your project, run: npm install ${join(cwd, 'there/client')}\n`,
      stderr: '',
    });
    expect(readdirSync(join(cwd, 'there/client'))).toContain('plant-store-client.js');
  });

  it('writes it anew over an older one, and keeps what else is there', () => {
    const { cwd, status } = client(['.'], {
      'package.json': '{"name":"plant-store-client","version":"0.9.0"}',
      'notes.txt': 'mine',
    });
    expect(status).toBe(0);
    expect(JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8')).version).toBe('1.0.0');
    expect(readFileSync(join(cwd, 'notes.txt'), 'utf8')).toBe('mine');
  });

  it('leaves a folder with other files as it is', () => {
    expect(client(['.'], { 'notes.txt': 'mine' })).toMatchObject({
      status: 2,
      files: ['notes.txt'],
      stdout: '',
      stderr: '. holds something else. Name a new or an empty folder.\n',
    });
  });

  it('explains itself with --help, and writes nothing', () => {
    const { status, stdout, files } = client(['--help']);
    expect({ status, files }).toEqual({ status: 0, files: [] });
    expect(stdout).toContain('npm run client -- DIR');
  });

  it('takes no folder for granted', () => {
    const stderr = 'It takes one folder. Try --help.\n';
    expect(client([])).toMatchObject({ status: 2, files: [], stdout: '', stderr });
  });

  it('says which folder it cannot write', () => {
    expect(client(['file'], { file: '' })).toMatchObject({
      status: 1,
      stdout: '',
      // ENOTDIR or EEXIST, by the system.
      stderr: expect.stringMatching(/^file cannot be written \(E[A-Z]+\)\.\n$/),
    });
  });
});
