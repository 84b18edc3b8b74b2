import type { Stage } from '../../../shared/stage/stage.ts';
import type { StageContext } from '../stage-command.ts';
import { assemblyFolder, checkAssembly, readAssembly } from './assembly.ts';
import type { Clone } from './clone.ts';
import { composeCommit, type Source } from './compose-commit.ts';
import { branchFor, owedPush } from './owed-push.ts';
import { runProgram } from './program.ts';
import { inWorktree } from './worktree.ts';

/** The options that deploy and repair share. */
export const byHandOptions = {
  settings: { type: 'string' },
  context: { type: 'string', short: 'c', multiple: true },
  remove: { type: 'string', multiple: true },
} as const;

export const byHandHelp = `  --settings OTHER the commit whose cdk.json it takes
  -c KEY=VALUE     a setting that the last deploy also got by -c
  --remove NAME    a resource that may go, by its name in the template. A table never goes`;

/** What the user gave by these options. */
export interface ByHandGiven {
  readonly settings?: string;
  readonly context?: readonly string[];
  readonly remove?: readonly string[];
}

interface ByHand {
  readonly clone: Clone;
  readonly source: Source;
  /** Options of `cdk deploy`. */
  readonly options: readonly string[];
  /** As a command: `Deploy`. */
  readonly does: string;
  readonly undo: string;
  readonly given: ByHandGiven;
}

/** Deploys commits all at once, from a folder of its own. */
export async function deployByHand(
  { stage, terminal, carryOut }: StageContext,
  { clone, source, options, does, undo, given }: ByHand,
): Promise<void> {
  const settings =
    given.settings === undefined ? source.settings : await clone.commit(given.settings);
  await inWorktree(clone, source.base, async (folder) => {
    const commit = await composeCommit(folder, { ...source, settings });
    // The CDK looks for the region in another order than the SDK.
    const env = { ...process.env, AWS_REGION: stage.region, AWS_DEFAULT_REGION: stage.region };
    const run = (program: string, ...args: readonly string[]) =>
      runProgram(program, args, { folder, env }, terminal.note);
    const cdk = (command: string, ...args: readonly string[]) =>
      run('npx', 'cdk', command, stage.stackName, ...args);
    terminal.note(`Building ${commit} in a folder of its own. This takes some minutes.`);
    await run('npm', 'ci', '--no-audit', '--no-fund');
    await cdk('synth', '--quiet', ...contextOf(stage, commit, given.context));
    checkAssembly(stage, readAssembly(folder, stage.stackName), given.remove ?? []);
    const app = ['--app', assemblyFolder];
    await cdk('diff', ...app);
    const deploy = {
      does: `${does} ${commit}, for all requests at once`,
      work: () => cdk('deploy', ...app, '--require-approval', 'never', ...options),
    };
    // Otherwise git would lose it with the folder.
    const keep = {
      does: `Keep this commit as the branch ${branchFor(commit)}`,
      work: () => clone.keep(commit, branchFor(commit)),
    };
    const isNew = commit !== source.base;
    await carryOut({
      steps: isNew ? [keep, deploy] : [deploy],
      undo,
      afterwards: [
        'Clients get this code now. See on the dashboard whether the failures end.',
        ...(await owedPush(clone, commit)),
      ],
    });
  });
}

function contextOf(stage: Stage, commit: string, given: readonly string[] = []): string[] {
  const { RepositoryUrl } = stage.outputs;
  const settings = [`stage=${stage.stageName}`, `commit=${commit}`, 'gradual=false', ...given];
  if (RepositoryUrl) settings.push(`repositoryUrl=${RepositoryUrl}`);
  return settings.flatMap((setting) => ['-c', setting]);
}
