import { Problem } from '../../../infra/project/problem.ts';
import { UsageError } from '../../usage-error.ts';
import { readArguments } from '../terminal/options.ts';
import { typed } from '../terminal/script.ts';
import { type Clone, openClone } from './by-hand/clone.ts';
import type { Source } from './by-hand/compose-commit.ts';
import {
  byHandHelp,
  byHandOptions,
  deployByHand,
  refuseBusyStack,
} from './by-hand/deploy-by-hand.ts';
import { confirmHelp, confirmOption, type NightTerminal } from './change.ts';
import type { Clients } from './clients.ts';
import { readDeploys } from './deploys.ts';
import { readStage, readTarget, type Stage, stageHelp, stageOptions } from './stage.ts';
import { utc } from './times.ts';

const commandLine = {
  command: 'npm run night',
  help: `Deploys a commit of this clone all at once, without the pipeline: to go back, for an urgent fix, or if it is down.

  ${typed('night', 'deploy COMMIT --stack NAME [--back] [--settings COMMIT] [--confirm STAGE] [--calls]')}

  COMMIT           what to deploy: a commit, or a branch such as origin/main
  --back           it may lack what is deployed now: takes its code, with the cdk.json of origin/main
  --settings OTHER the commit whose cdk.json it takes
${byHandHelp}
${stageHelp}
${confirmHelp}

Without COMMIT, it prints the last deploys. It builds in a folder of its own, so the files of the clone stay as they are.`,
  options: { back: { type: 'boolean' }, ...byHandOptions, ...stageOptions, ...confirmOption },
  takesOperands: true,
} as const;

export async function deploy(args: readonly string[], terminal: NightTerminal): Promise<void> {
  const given = readArguments(args, commandLine, terminal.out);
  if (given === undefined) return;
  const { back = false, settings } = given.values;
  const [name, ...unexpected] = given.positionals;
  if (unexpected.length > 0) throw new UsageError('Name one commit. Try --help.');
  const { clients, stack } = readTarget(given.values, terminal);
  const stage = await readStage(clients, stack);
  if (name === undefined) {
    await noteDeploys(clients, stage, terminal);
    throw new UsageError('Name the commit to deploy. These are the last ones. Try --help.');
  }
  refuseBusyStack(stage);
  const clone = await openClone(terminal.folder ?? '.', terminal.note);
  const commit = await wantedCommit(clone, name);
  const source = await sourceOf(clone, stage, commit, back);
  const own = settings === undefined ? source.settings : await clone.commit(settings);
  const undo = typed('night', `deploy ${stage.outputs['Commit']} --back --stack ${stack}`);
  terminal.note(
    'In GitHub, cancel each run that waits for an approval: it would deploy older code.',
  );
  await deployByHand(
    {
      stage,
      clone,
      source: { ...source, settings: own },
      options: [],
      does: 'Deploy',
      undo,
      given: given.values,
    },
    terminal,
  );
}

async function noteDeploys({ ssm }: Clients, stage: Stage, { note }: NightTerminal) {
  const deploys = await readDeploys(ssm, stage);
  for (const { commit, time } of deploys.slice(0, 10)) note(`${utc(time)}  ${commit}`);
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

/** What is deployed now must be in the commit, unless somebody goes back on purpose. */
async function sourceOf(
  clone: Clone,
  { outputs }: Stage,
  commit: string,
  back: boolean,
): Promise<Source> {
  const { contains, main } = clone;
  const deployed = await clone.idOf(`${outputs['Commit']}`);
  const hasAll = deployed !== undefined && (await contains(commit, deployed));
  if (!hasAll && !back) {
    throw new Problem(
      deployed === undefined
        ? `The deployed commit ${outputs['Commit']} is not in this clone, so perhaps it was never pushed: get it from its author, or add --back to deploy without it.`
        : `${commit} lacks what is deployed now (${deployed}): add --back if you want to go back.`,
    );
  }
  if (hasAll || (await contains(commit, main)))
    return { base: commit, code: commit, settings: commit };
  const isAhead = deployed !== undefined && (await contains(deployed, main));
  const base = isAhead ? deployed : main;
  return { base, code: commit, settings: base };
}
