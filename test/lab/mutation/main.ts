import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { runCommand } from '../../../infra/commands/terminal/run-command.ts';
import { UsageError } from '../../../infra/problem.ts';
import { type GroupName, groups } from './groups.ts';

/** `npm run mutation -- functions`, or `-- functions functions/create-plant/int64.ts` for some files only. */
await runCommand(async ([name = '', ...files]) => {
  if (!Object.hasOwn(groups, name)) {
    throw new UsageError(`It takes the name of a group: ${Object.keys(groups).join(', ')}.`);
  }
  const { mutate, leastScore } = groups[name as GroupName];
  using folder = mkdtempDisposableSync(join(tmpdir(), 'plant-store-mutants-'));
  // Stryker's processes inherit these for vitest.config.ts, and run the tests in their short form.
  Object.assign(process.env, { MUTATED_GROUP: name, MUTATION_FOLDER: folder.path });
  delete process.env['PROVE'];
  await new Stryker({
    mutate: files.length > 0 ? files : [...mutate],
    testRunner: 'vitest',
    vitest: { configFile: 'test/lab/mutation/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    concurrency: 2,
    thresholds: { high: 100, low: leastScore, break: leastScore },
    reporters: ['clear-text', 'progress-append-only'],
    clearTextReporter: { reportTests: false, logTests: false },
    // Stryker would rewrite it with an API that TypeScript 7 does not have.
    tsconfigFile: '',
    ignorePatterns: ['.plant-store', 'cdk.out', 'coverage'],
    tempDirName: '.stryker',
  }).runMutationTest();
});
