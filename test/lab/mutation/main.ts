import { Stryker } from '@stryker-mutator/core';
import { runCommand } from '../../../infra/commands/terminal/run-command.ts';
import { UsageError } from '../../../infra/problem.ts';
import { publish } from '../prove/figure.ts';
import { type GroupName, groups } from './groups.ts';

/** `npm run mutation -- functions`, or `-- functions functions/create-plant/int64.ts` for some files only. */
await runCommand(async ([name = '', ...files]) => {
  if (!Object.hasOwn(groups, name)) {
    throw new UsageError(`It takes the name of a group: ${Object.keys(groups).join(', ')}.`);
  }
  const group = groups[name as GroupName];
  // Stryker's processes inherit both variables. vitest.config.ts reads the first. Without the second, tests of mutated
  // code publish nothing, and run in their short form.
  process.env['MUTATED_GROUP'] = name;
  const figures = process.env['PROVE_FIGURES'];
  delete process.env['PROVE_FIGURES'];

  const mutants = await new Stryker({
    mutate: files.length > 0 ? files : [...group.mutate],
    testRunner: 'vitest',
    vitest: { configFile: 'test/lab/mutation/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    concurrency: 2,
    thresholds: { high: 100, low: group.leastScore, break: group.leastScore },
    reporters: ['clear-text', 'progress-append-only'],
    clearTextReporter: { reportTests: false, logTests: false },
    // Stryker would rewrite it with TypeScript's API, which TypeScript 7 does not have.
    tsconfigFile: '',
    ignorePatterns: ['.plant-store', 'cdk.out', 'coverage'],
    tempDirName: '.stryker',
  }).runMutationTest();

  const count = (...statuses: string[]) =>
    mutants.filter(({ status }) => statuses.includes(status)).length;
  if (figures !== undefined) process.env['PROVE_FIGURES'] = figures;
  const killed = count('Killed', 'Timeout');
  const survived = count('Survived', 'NoCoverage');
  const excluded = count('Ignored');
  publish({
    part: 'mutation',
    claim: `Mutants of ${name} that the tests kill`,
    figure: `${killed} of ${killed + survived}${excluded > 0 ? `, ${excluded} excluded with a reason` : ''}`,
  });
});
