import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, matchesGlob, normalize, relative } from 'node:path';
import { Problem, UsageError } from '../../../infra/base.ts';
import { readArguments } from '../../../tools/commands/terminal/options.ts';
import { runCommand } from '../../../tools/commands/terminal/run-command.ts';
import { type GroupName, groups, groupsOf } from './groups.ts';

const line = {
  command: 'npm run mutation',
  about: 'Makes small changes to the code (mutants), and prints each one that no test notices.',
  usage: ['GROUP [FILE …]', 'changed'],
  operands: {
    GROUP: Object.keys(groups).join(', '),
    FILE: 'a file to change; without one, all files of the group',
    changed: 'all files that have changed since the commit before the last one, by their groups',
  },
  options: {},
};

await runCommand(async (args) => {
  const given = readArguments(args, line);
  if (given === undefined) return undefined;
  const [name = '', ...files] = given.positionals;
  if (name === 'changed' && files.length === 0) return mutateChanged();
  if (!Object.hasOwn(groups, name)) {
    throw new UsageError(`It takes the name of a group: ${Object.keys(groups).join(', ')}.`);
  }
  const { mutate: all, leastScore: ofGroup } = groups[name as GroupName];
  const mutate = files.length > 0 ? files : [...all];
  // A few mutants behave like the original, so the score of one file can be lower.
  const leastScore = files.length === 0 || ofGroup === 100 ? ofGroup : ofGroup - 15;
  using folder = mkdtempDisposableSync(join(tmpdir(), 'plant-store-mutants-'));
  // Stryker's processes inherit these for vitest.config.ts.
  Object.assign(process.env, { MUTATED_GROUP: name, MUTATION_FOLDER: folder.path });
  // Loads slowly, and only `npm run mutation` installs it.
  const { Stryker } = await import('@stryker-mutator/core');
  const mutants = await new Stryker({
    mutate,
    testRunner: 'vitest',
    vitest: { configFile: 'test/lab/mutation/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    // A mutant that does not end counts as killed. So a busy machine must not stop one that would survive.
    timeoutMS: 30_000,
    // One more than cores, because many tests wait.
    concurrency: 3,
    thresholds: { high: 100, low: leastScore, break: leastScore },
    reporters: ['clear-text', 'progress-append-only'],
    clearTextReporter: { reportTests: false, logTests: false },
    // Stryker would rewrite it with an API that TypeScript 7 does not have.
    tsconfigFile: '',
    // A test compares generated code with its file, which must not get a comment.
    disableTypeChecks: false,
    ignorePatterns: ['.plant-store', 'cdk.out', 'coverage'],
    tempDirName: '.stryker',
  }).runMutationTest();
  // Only a low score sets the exit code. A file that was moved has no mutant, so it does not lower the score.
  const tested = mutants.filter(({ status }) => !/Error|Ignored/.test(status));
  const paths = tested.map(({ fileName }) => relative('', fileName));
  const withoutMutant = mutate.filter(
    (one) => !one.startsWith('!') && !paths.some((path) => matchesGlob(path, normalize(one))),
  );
  // A given file can contain only types.
  const missing = withoutMutant.find((one) => files.length === 0 || !existsSync(one));
  if (missing !== undefined) throw new Problem(`No mutant of ${missing} was tested.`);
  return undefined;
});

/** One run for each group. */
function mutateChanged(): number {
  const git = ['diff', '--name-only', '--diff-filter=d', 'HEAD~1'];
  const changed = execFileSync('git', git, { encoding: 'utf8' }).trim().split('\n');
  const all = groupsOf(changed);
  console.log(
    `${all.flatMap(([, files]) => files).length} of ${changed.length} changed files have mutants.`,
  );
  const failed = all.filter(([name, files]) => {
    const args = [import.meta.filename, name, ...files];
    return spawnSync(process.execPath, args, { stdio: 'inherit' }).status !== 0;
  });
  return failed.length > 0 ? 1 : 0;
}
