import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import launch from '../.vscode/launch.json' with { type: 'json' };
import settings from '../.vscode/settings.json' with { type: 'json' };
import cdkJson from '../cdk.json' with { type: 'json' };
import { functions } from '../functions/service.ts';
import project from '../package.json' with { type: 'json' };
import { defaultDataFolder } from '../tools/commands/terminal/options.ts';
import config from '../vitest.config.ts';
import mutation from './lab/mutation/stryker.json' with { type: 'json' };
import { filesOf } from './setup/system.ts';

// The settings of the tools: one that was lost would let mistakes through without a word.

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
