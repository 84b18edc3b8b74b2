import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, matchesGlob, normalize, relative } from 'node:path';
import { Problem, UsageError } from '../../../infra/base.ts';
import { readArguments } from '../../../tools/commands/terminal/options.ts';
import { runCommand } from '../../../tools/commands/terminal/run-command.ts';
import { type GroupName, groups } from './groups.ts';

const line = {
  command: 'npm run mutation',
  about: 'Makes small changes to the code (mutants), and prints each one that no test notices.',
  usage: ['GROUP [FILE …]'],
  operands: {
    GROUP: Object.keys(groups).join(', '),
    FILE: 'a file to change; without one, all files of the group',
  },
  options: {},
};

await runCommand(async (args) => {
  const given = readArguments(args, line);
  if (given === undefined) return;
  const [name = '', ...files] = given.positionals;
  if (!Object.hasOwn(groups, name)) {
    throw new UsageError(`It takes the name of a group: ${Object.keys(groups).join(', ')}.`);
  }
  const { mutate: all, leastScore } = groups[name as GroupName];
  const mutate = files.length > 0 ? files : [...all];
  using folder = mkdtempDisposableSync(join(tmpdir(), 'plant-store-mutants-'));
  // Stryker's processes inherit these for vitest.config.ts, and run the tests in their short form.
  Object.assign(process.env, { MUTATED_GROUP: name, MUTATION_FOLDER: folder.path });
  delete process.env['PROVE'];
  // Loads slowly, and only `npm run mutation` installs it.
  const { Stryker } = await import('@stryker-mutator/core');
  const mutants = await new Stryker({
    mutate,
    testRunner: 'vitest',
    vitest: { configFile: 'test/lab/mutation/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    // One more than cores, because many tests wait.
    concurrency: 3,
    thresholds: { high: 100, low: leastScore, break: leastScore },
    reporters: ['clear-text', 'progress-append-only'],
    clearTextReporter: { reportTests: false, logTests: false },
    // Stryker would rewrite it with an API that TypeScript 7 does not have.
    tsconfigFile: '',
    ignorePatterns: ['.plant-store', 'cdk.out', 'coverage'],
    tempDirName: '.stryker',
  }).runMutationTest();
  // Only a low score sets the exit code. A file that was moved has no mutant, so it does not lower the score.
  const tested = mutants.filter(({ status }) => !/Error|Ignored/.test(status));
  const paths = tested.map(({ fileName }) => relative('', fileName));
  for (const pattern of mutate.filter((one) => !one.startsWith('!'))) {
    if (!paths.some((path) => matchesGlob(path, normalize(pattern)))) {
      throw new Problem(`No mutant of ${pattern} was tested.`);
    }
  }
});
