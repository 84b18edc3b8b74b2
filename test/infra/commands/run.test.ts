import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import project from '../../../package.json' with { type: 'json' };
import { temporaryFolder } from '../../temporary-folder.ts';

const { dependencies, devDependencies } = project;
const names = Object.keys({ ...dependencies, ...devDependencies });

/** A clone with folders of these packages. */
function clone(packages: readonly string[]): string {
  const folder = temporaryFolder();
  for (const file of ['package.json', 'infra'])
    cpSync(file, join(folder, file), { recursive: true });
  for (const name of packages) mkdirSync(join(folder, 'node_modules', name), { recursive: true });
  return folder;
}

function run(cwd: string, version: string = process.version) {
  const pretending = `Object.defineProperty(process, 'version', { value: '${version}' })`;
  const url = `data:text/javascript,${encodeURIComponent(pretending)}`;
  const args = ['--import', url, 'infra/commands/run.cjs', 'token', '--help'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  return { status, stdout, stderr };
}

describe('each command', () => {
  it('starts if everything is installed', () => {
    const { status, stdout, stderr } = run('.');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('npm run token -- create');
  });

  it.each([
    ['before npm ci', [], undefined, 'No packages are installed. Run: npm ci'],
    [
      'after npm ci --omit=dev',
      Object.keys(dependencies),
      undefined,
      /^The package \S+ is not installed\. Run: npm ci --include=dev\n$/,
    ],
    [
      'on an old Node',
      names,
      'v22.22.1',
      'Node 24 or later is needed, and this is v22.22.1. Run npm ci, which installs it or prints why it cannot.',
    ],
  ])('prints in one sentence what to do %s', (_, packages, version, sentence) => {
    const { status, stdout, stderr } = run(clone(packages), version);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    if (typeof sentence === 'string') expect(stderr).toBe(`${sentence}\n`);
    else expect(stderr).toMatch(sentence);
  });
});
