import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import project from '../../package.json' with { type: 'json' };
import { filesOf } from '../../tools/test/setup/system.ts';
import vitest from '../../vitest.config.ts';

// What npm installs and runs on a machine of a user.

interface Locked {
  readonly version: string;
  readonly integrity?: string;
  /** It is a part of another package, whose digest it shares. */
  readonly inBundle?: boolean;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
}

function lockOf(file: string): Readonly<Record<string, Locked>> {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

describe.each(filesOf('**/package-lock.json'))('%s', (file) => {
  const packages = lockOf(file);
  const installed = Object.entries(packages).filter(([path]) => path !== '');

  it('has the packages of package.json, each in one exact version', () => {
    const manifest = JSON.parse(readFileSync(file.replace('-lock', ''), 'utf8'));
    for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies'] as const) {
      expect(packages['']?.[kind], 'npm install writes it').toEqual(manifest[kind]);
      const versions = Object.values(packages['']?.[kind] ?? {});
      expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
    }
  });

  it('has the digest of each package', () => {
    const without = installed.filter(([, { inBundle, integrity }]) => !inBundle && !integrity);
    expect(without.map(([path]) => path)).toEqual([]);
  });

  // npm leaves out packages, without a word, if its registry lacks them at that time.
  it('has the packages of each platform', () => {
    const names = new Set(installed.map(([path]) => path.replace(/.*node_modules\//, '')));
    const wanted = installed.flatMap(([, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies),
    );
    expect(wanted.filter((name) => !names.has(name))).toEqual([]);
  });
});

// Such a script can send what it finds to anybody.
it('only the packages of allowScripts run a script at installation', () => {
  const installed = Object.entries(lockOf('package-lock.json'));
  const running = installed.filter(([, { hasInstallScript }]) => hasInstallScript);
  const allowed = Object.keys(project.allowScripts).map((name) => `node_modules/${name}`);
  expect(running.map(([path]) => path)).toEqual(allowed);
});

it('npm brings the same Node to each system that it names', () => {
  const packages = lockOf('package-lock.json');
  const nodes = Object.entries(project.optionalDependencies);
  expect(new Set(nodes.map(([, version]) => version)).size).toBe(1);
  for (const [name] of nodes) {
    const { os, cpu } = packages[`node_modules/${name}`] ?? expect.fail(`no ${name}`);
    expect(name).toBe(`node-${os}-${cpu}`.replace('win32', 'win'));
  }
});

/** Programs of npm ci, and npm itself. Each system has them; exec is written by link-node.cjs on Windows. */
const programs = ['biome', 'cdk', 'exec', 'knip', 'node', 'npm', 'redocly', 'tsc', 'vitest'];

// npm runs a script in sh, or in cmd.exe on Windows. So a script can only use the syntax of both.
it.each(Object.entries(project.scripts))('npm run %s runs in sh and in cmd.exe', (_, script) => {
  // Variables, quotes, comments and lists are written differently there.
  expect(script).not.toMatch(/[$'`;*?~%^#()\\]/);
  for (const command of script.split(/&&|\|/)) {
    expect(programs).toContain(command.trim().split(' ', 1)[0]);
  }
});

it.each(Object.entries(project.scripts))('npm run %s starts files that are there', (_, script) => {
  const commands = script.matchAll(/\brun\.cjs (\w+)/g);
  for (const [, name] of commands) {
    const files = [`tools/commands/${name}.ts`, `tools/commands/${name}/main.ts`];
    expect(files.filter(existsSync), 'see tools/commands/run.cjs').toHaveLength(1);
  }
  // Those of tools/lab/node_modules come with the script.
  const files = script.match(/(?<= )(?!\S*node_modules)[\w./-]+\.[a-z]+\b/g) ?? [];
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

it.each(['start', 'dev'] as const)('a signal to npm run %s ends the service', (name) => {
  // Without exec, it ends only the shell, and the service goes on.
  expect(project.scripts[name]).toMatch(/^exec /);
});

// Tests that do not run any more are as green as tests that pass.
it('npm test runs each test but those of the laboratory, and demands that they run all code of the functions', () => {
  const { include = [], coverage } = vitest.test ?? {};
  expect(include.flatMap(filesOf).toSorted()).toEqual(filesOf('{test,tools/!(lab)}/**/*.test.ts'));
  expect(coverage).toMatchObject({ include: ['functions/**/*.ts'], thresholds: { 100: true } });
});
