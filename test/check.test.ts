import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import launch from '../.vscode/launch.json' with { type: 'json' };
import settings from '../.vscode/settings.json' with { type: 'json' };
import cdkJson from '../cdk.json' with { type: 'json' };
import { functions } from '../functions/service.ts';
import project from '../package.json' with { type: 'json' };
import { defaultDataFolder } from '../tools/commands/terminal/options.ts';
import config from '../vitest.config.ts';
import mutation from './lab/mutation/stryker.json' with { type: 'json' };
import { slow } from './setup/slow.ts';
import { filesOf } from './setup/system.ts';
import { temporaryFolder } from './setup/temporary-folder.ts';

// The settings of the tools: one that was lost would let mistakes through without a word.

/** A mistake for each finding of the compiler or the linter. */
const mistakes = {
  TS1294: 'export enum Kind { One }',
  TS2322: 'export const first: number = [1][0];',
  TS2375: 'export const absent: { a?: 1 } = { a: undefined };',
  TS4111: 'export const named = ({} as Record<string, number>).a;',
  TS7006: 'export function untyped(x) { return x; }',
  TS7030: 'export function some(one: number) { if (one) return 1; }',
  TS4114: "export class Child extends Error { name = 'Child'; }",
  TS7029: 'export function falls(one: number) { switch (one) { case 1: some(1); case 2: } }',
  TS1484: "import { PathLike } from 'node:fs'; export const paths: PathLike[] = [];",
  noUnusedVariables: 'function unused() {}',
  noProcessEnv: "process.env['A'];",
  noDefaultExport: 'export default some;',
  noFloatingPromises: 'export function floats() { Promise.resolve(); }',
  noMisusedPromises: '[1].forEach(async () => {});',
  useConsistentTypeDefinitions: 'export type Shape = { a: 1 };',
  useNamingConvention: 'export interface small { readonly a: 1 }',
  plugin: 'export const arrow = () => 1;',
};

it('the compiler and the linter find each mistake', slow, () => {
  const cwd = temporaryFolder();
  for (const path of ['biome.json', 'package.json', 'tsconfig.json', 'functions', 'test/setup'])
    cpSync(path, join(cwd, path), { recursive: true });
  symlinkSync(resolve('node_modules'), join(cwd, 'node_modules'), 'junction');
  writeFileSync(join(cwd, 'functions/any.ts'), Object.values(mistakes).join('\n'));
  const lint = 'biome lint --vcs-enabled=false --reporter=github --max-diagnostics=none';
  const found = ['tsc', `${lint} functions`].map(
    (command) => spawnSync(`npx ${command}`, { cwd, shell: true, encoding: 'utf8' }).stdout,
  );
  const names = Object.keys(mistakes);
  expect(names.filter((name) => !RegExp(`\\b${name}\\b`).test(found.join()))).toEqual([]);
});

it('npm run check has each of its steps', () => {
  const steps = readFileSync('.ci/check.mjs', 'utf8').match(/(?<=^ {2}').+(?=',$)/gm) ?? [];
  const wanted =
    'biome check --error-on-warnings,tsc,tsc -p test,redocly lint,knip,vitest run,npm test -- --coverage,node';
  const has = (step: string) => steps.some((one) => `${one} -`.startsWith(`${step} `));
  expect(wanted.split(',').filter((step) => !has(step))).toEqual([]);
});

it('all functions are covered, and all tests run', () => {
  const { include, exclude, coverage } = config.test ?? {};
  expect(coverage?.thresholds).toEqual({ 100: true });
  expect(mutation.thresholds.break).toBe(100);
  const lists = [coverage?.include, include, coverage?.exclude, exclude];
  const [covered, run, uncovered = [], left = []] = lists.map((globs = []) =>
    globs.flatMap(filesOf),
  );
  expect(covered).toEqual(expect.arrayContaining(filesOf('functions/**/*.ts')));
  expect(run).toEqual(expect.arrayContaining(filesOf('test/**/*.test.ts')));
  expect(uncovered.filter((file) => !file.endsWith('.generated.ts'))).toEqual([]);
  expect(left.filter((file) => !file.startsWith('test/lab'))).toEqual([]);
});

it('packages have exact versions, and the CDK watches what is there', () => {
  const { dependencies, devDependencies, optionalDependencies } = project;
  const all = Object.values({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(all.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  for (const pattern of cdkJson.watch.include) expect(filesOf(pattern), pattern).not.toEqual([]);
});

it('VS Code starts scripts and programs that are there', () => {
  for (const { args, program = '.', runtimeExecutable } of launch.configurations) {
    if (runtimeExecutable === 'npm') expect(Object.keys(project.scripts)).toContain(args[1]);
    expect(program.replace(/^\$\{\w+\}/, '.')).toSatisfy(existsSync);
  }
  const nodes = launch.configurations.map((one) =>
    one.runtimeExecutable.replace(/^\$\{\w+\}\//, ''),
  );
  expect(nodes).toContain(settings['vitest.nodeExecutable']);
  for (const input of launch.inputs) expect(Object.keys(functions)).toContain(input.default);
});

it('git keeps nothing that a command writes', () => {
  const paths = `${defaultDataFolder}/ assembly/ cdk.out/ coverage/ outputs.json found.jsonl`.split(
    ' ',
  );
  const ignored = execFileSync('git', ['check-ignore', '--no-index', ...paths], {
    encoding: 'utf8',
  });
  expect(ignored.trim().split('\n')).toEqual(paths);
});
