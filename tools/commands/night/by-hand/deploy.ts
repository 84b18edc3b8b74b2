import { Problem } from '../../../../infra/project/problem.ts';
import type { Stage } from '../../../shared/stage/stage.ts';
import { typed } from '../../../shared/terminal/script.ts';
import { utc } from '../../../shared/terminal/utc.ts';
import { UsageError } from '../../../shared/usage-error.ts';
import { type StageContext, stageCommand } from '../stage-command.ts';
import { type Clone, fetchClone } from './clone.ts';
import type { Source } from './compose-commit.ts';
import { type ByHandGiven, byHandHelp, byHandOptions, deployByHand } from './deploy-by-hand.ts';
import { askDeploys } from './last-deploys.ts';
import { refuseBusyStack } from './takes-deploys.ts';

export const deploy = stageCommand({
  does: 'Deploys a commit of this clone all at once, without the pipeline: to go back, for an urgent fix, or if it is down.',
  usage: 'deploy COMMIT [--back] [--settings OTHER]',
  explained: `  COMMIT           what to deploy: a commit, or a branch such as origin/main
  --back           it may lack what is deployed now: takes its code, with the cdk.json of origin/main
${byHandHelp}`,
  remark:
    'Without COMMIT, it prints the last deploys. It builds in a folder of its own, so the files of the clone stay as they are.',
  options: { back: { type: 'boolean' }, ...byHandOptions },
  operands: 1,
  changes: true,
  read:
    (options, [name]) =>
    (context) =>
      name === undefined ? refuseWithDeploys(context) : deployCommit(context, name, options),
});

interface Given extends ByHandGiven {
  readonly back?: boolean;
}

async function deployCommit(context: StageContext, name: string, given: Given): Promise<void> {
  const { stage, terminal } = context;
  refuseBusyStack(stage);
  const clone = await fetchClone(terminal.folder ?? '.', terminal.note);
  const commit = await wantedCommit(clone, name);
  const source = await sourceOf(clone, stage, commit, given.back ?? false);
  terminal.note(
    'In GitHub, cancel each run that waits for an approval: it would deploy older code.',
  );
  await deployByHand(context, {
    clone,
    source,
    options: [],
    does: 'Deploy',
    undo: typed('night', `deploy ${stage.outputs['Commit']} --back --stack ${stage.stackName}`),
    given,
  });
}

async function refuseWithDeploys({ clients, stage, terminal }: StageContext): Promise<never> {
  const deploys = await askDeploys(clients.ssm, stage);
  for (const { commit, time } of deploys.slice(0, 10)) terminal.note(`${utc(time)}  ${commit}`);
  throw new UsageError('Name the commit to deploy. These are the last ones. Try --help.');
}

async function wantedCommit(clone: Clone, name: string): Promise<string> {
  const commit = await clone.commit(name);
  if (await clone.hasChangesOf(commit)) {
    throw new Problem(
      'This clone has changes that no commit has, and they would not be deployed: commit them, or put them away by git stash.',
    );
  }
  return commit;
}

/**
 * | the commit                                   | what is deployed                                           |
 * |----------------------------------------------|------------------------------------------------------------|
 * | has all that is deployed now                 | the commit itself                                          |
 * | lacks some of it, without --back             | nothing                                                    |
 * | lacks some of it, but nothing of origin/main | the commit itself                                          |
 * | lacks some of it, and some of origin/main    | a new commit after the newest one: the code of the commit, |
 * |                                              | with the cdk.json of the newest one                        |
 *
 * The newest one is the deployed commit if it has all of origin/main, and otherwise origin/main.
 */
async function sourceOf(
  clone: Clone,
  { outputs }: Stage,
  commit: string,
  back: boolean,
): Promise<Source> {
  const { contains, main } = clone;
  const asItIs = { base: commit, code: commit, settings: commit };
  const deployed = await clone.idOf(`${outputs['Commit']}`);
  if (deployed !== undefined && (await contains(commit, deployed))) return asItIs;
  if (!back) {
    throw new Problem(
      deployed === undefined
        ? `The deployed commit ${outputs['Commit']} is not in this clone, so perhaps it was never pushed: get it from its author, or add --back to deploy without it.`
        : `${commit} lacks what is deployed now (${deployed}): add --back if you want to go back.`,
    );
  }
  // It has the settings of origin/main, and can be pushed there.
  if (await contains(commit, main)) return asItIs;
  // Only a commit after the newest one can be pushed to main.
  const isAhead = deployed !== undefined && (await contains(deployed, main));
  const newest = isAhead ? deployed : main;
  return { base: newest, code: commit, settings: newest };
}
