import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { expect, it } from 'vitest';
import extensions from '../../.vscode/extensions.json' with { type: 'json' };
import launch from '../../.vscode/launch.json' with { type: 'json' };
import settings from '../../.vscode/settings.json' with { type: 'json' };
import biome from '../../biome.json' with { type: 'json' };
import cdkJson from '../../cdk.json' with { type: 'json' };
import { functions } from '../../functions/service.ts';
import project from '../../package.json' with { type: 'json' };
import { defaultDataFolder } from '../../tools/commands/terminal/options.ts';
import mutation from '../../tools/lab/mutation/stryker.json' with { type: 'json' };
import { filesOf } from '../../tools/test/setup/system.ts';
import config from '../../vitest.config.ts';

// The settings of the tools: one that was lost would let mistakes through without a word.

it('all functions are covered, and all tests run', () => {
  const { include, coverage } = config.test ?? {};
  expect(coverage?.thresholds).toEqual({ 100: true });
  expect(mutation.thresholds.break).toBe(100);
  const lists = [coverage?.include, include, coverage?.exclude];
  const [covered, run, uncovered = []] = lists.map((globs = []) => globs.flatMap(filesOf));
  expect(covered).toEqual(expect.arrayContaining(filesOf('functions/**/*.ts')));
  expect(run).toEqual(expect.arrayContaining(filesOf('{test,tools/test}/**/*.test.ts')));
  expect(uncovered.filter((file) => !file.endsWith('.generated.ts'))).toEqual([]);
  const text = readFileSync('vitest.config.ts', 'utf8');
  expect(text).toContain("fileParallelism: process.env['DYNAMODB_URL'] === undefined");
});

it('packages have exact versions, which the lock file has', () => {
  const { dependencies, devDependencies, optionalDependencies } = project;
  const all = Object.values({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(all.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  expect(packages['']).toMatchObject({ dependencies, devDependencies, optionalDependencies });
  expect(new Set(Object.values(optionalDependencies)).size, 'one Node for all systems').toBe(1);
  for (const name of Object.keys(optionalDependencies)) {
    const { os, cpu } = packages[`node_modules/${name}`];
    expect(name).toBe(`node-${os}-${cpu}`.replace('win32', 'win'));
  }
  for (const [path, { integrity, inBundle }] of Object.entries<Record<string, unknown>>(packages))
    expect(path === '' || inBundle || integrity, `${path} has no digest`).toBeTruthy();
  // npm runs our own script after each installation, and says what fails.
  const npmrc = readFileSync('.npmrc', 'utf8');
  expect(npmrc).toMatch(/^loglevel=(error|warn|notice)$/m);
  expect(npmrc).not.toContain('ignore-scripts');
});

it('each configuration has its tool in the check', () => {
  const check = readFileSync('.ci/check.mjs', 'utf8');
  const tools = {
    'biome.json': "'biome check --error-on-warnings .'",
    'tsconfig.json': "'tsc'",
    'tools/contract/redocly.yaml': "'redocly lint --config tools/contract/redocly.yaml'",
    'knip.json': "'knip --treat-config-hints-as-errors'",
    'vitest.config.ts': "'npm test -- --coverage'",
    'cdk.json': 'aws-cdk/bin/cdk synth ',
  };
  for (const [file, tool] of Object.entries(tools)) {
    expect(file).toSatisfy(existsSync);
    expect(check, file).toContain(tool);
  }
  const { include } = JSON.parse(readFileSync('tsconfig.json', 'utf8'));
  const sources = filesOf('{!(tools)/**/,}*.ts').map((file) => file.replace(/\/.*/, ''));
  expect(
    sources.filter((path) => !include.some((glob: string) => matchesGlob(path, glob))),
  ).toEqual([]);
});

it('each script runs the command of its name, and files that are there', () => {
  for (const [name, script] of Object.entries(project.scripts)) {
    const [, started = name] = /run\.cjs (\w+)/.exec(script) ?? [];
    expect({ dev: 'start', plants: 'items' }[name] ?? name).toBe(started);
    const files = script.match(/(?<= )(?!\S*node_modules)[\w./-]+\.[a-z]+\b/g) ?? [];
    for (const file of files) expect(file).toSatisfy(existsSync);
  }
  const { start, dev, app } = project.scripts;
  // Otherwise a signal to npm ends a shell, and the service goes on.
  for (const script of [start, dev]) expect(script).toMatch(/^exec /);
  expect(app).toMatch(/generate\.ts --check && tsc && /);
  expect(cdkJson.app).toMatch(/^npm run [a-z-]+ app$/);
});

it("the CDK has AWS's values of its flags, reports nothing, and watches what is there", () => {
  const file = 'node_modules/aws-cdk-lib/recommended-feature-flags.json';
  const recommended = Object.entries(JSON.parse(readFileSync(file, 'utf8')));
  const { context, ...settings } = cdkJson;
  const flags = recommended.filter(([flag]) => Object.hasOwn(context, flag));
  expect(context).toMatchObject({ ...Object.fromEntries(flags), 'cli-telemetry': false });
  expect(settings).toMatchObject({ versionReporting: false, notices: false });
  for (const pattern of settings.watch.include) expect(filesOf(pattern), pattern).not.toEqual([]);
});

it('VS Code starts scripts and programs that are there', () => {
  for (const { args, program = '.', runtimeExecutable } of launch.configurations) {
    if (runtimeExecutable === 'npm') expect(Object.keys(project.scripts)).toContain(args[1]);
    expect(program.replace(/^\$\{\w+\}/, '.')).toSatisfy(existsSync);
    // ${relativeFile} is a path in the project. ${file} and its parts are not.
    expect(args.join(' ')).not.toMatch(/\$\{file/);
  }
  const nodes = launch.configurations.map((one) =>
    one.runtimeExecutable.replace(/^\$\{\w+\}\//, ''),
  );
  expect(nodes).toContain(settings['vitest.nodeExecutable']);
  expect(extensions.recommendations).toContain(settings['editor.defaultFormatter']);
  for (const input of launch.inputs) expect(Object.keys(functions)).toContain(input.default);
});

it('git keeps nothing that a command writes, and gives bash its line ends on Windows', () => {
  const paths = `${defaultDataFolder}/ assembly/ cdk.out/ coverage/ outputs.json found.jsonl`.split(
    ' ',
  );
  const ignored = execFileSync('git', ['check-ignore', '--no-index', ...paths], {
    encoding: 'utf8',
  });
  expect(ignored.trim().split('\n')).toEqual(paths);
  expect(biome.vcs).toMatchObject({ enabled: true, useIgnoreFile: true });
  const attribute = execFileSync('git', ['check-attr', 'eol', '--', '.ci/run'], {
    encoding: 'utf8',
  });
  expect(attribute).toContain('eol: lf');
});
