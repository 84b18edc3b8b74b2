import { Problem } from '../../../../infra/project/problem.ts';
import type { Clients } from '../../../shared/stage/clients.ts';
import { physicalId, type Stage } from '../../../shared/stage/stage.ts';
import { liveFunctions, referencesIn, resourcesOf } from '../../../shared/stage/template.ts';
import { typed } from '../../../shared/terminal/script.ts';
import { askAlias } from '../alias.ts';
import { askTable } from '../restore-table/table-copies.ts';
import { type StageContext, stageCommand } from '../stage-command.ts';
import { fetchClone } from './clone.ts';
import { type ByHandGiven, byHandHelp, byHandOptions, deployByHand } from './deploy-by-hand.ts';
import { refuseBusyStack } from './takes-deploys.ts';

export const repair = stageCommand({
  does: 'Sets back what somebody changed or deleted by hand, by another deploy of the commit that is deployed.',
  usage: 'repair [--settings OTHER]',
  explained: byHandHelp,
  remark: `CloudFormation compares each resource that it can check with the template. It builds in a folder of its own, so the
files of the clone stay as they are.`,
  options: byHandOptions,
  changes: true,
  read: (given) => (context) => repairStage(context, given),
});

async function repairStage(context: StageContext, given: ByHandGiven): Promise<void> {
  const { clients, stage, terminal } = context;
  refuseBusyStack(stage);
  await Promise.all([refuseLostTables(clients, stage), refuseOtherVersions(clients, stage)]);
  const { Commit } = stage.outputs;
  if (Commit === undefined) {
    throw new Problem(
      `The stack ${stage.stackName} does not say which commit it has: deploy one by ${typed('night', 'deploy')}.`,
    );
  }
  const clone = await fetchClone(terminal.folder ?? '.', terminal.note);
  const commit = await clone.commit(Commit);
  await deployByHand(context, {
    clone,
    source: { base: commit, code: commit, settings: commit },
    options: ['--revert-drift'],
    does: 'Set back what differs from the template, by a deploy of',
    undo: 'what was changed by hand is lost, so note it before, if somebody needs it.',
    given,
  });
}

/** A deploy would make an empty table in the place of a deleted one, and clients would write into it. */
async function refuseLostTables({ dynamodb }: Clients, stage: Stage): Promise<void> {
  for (const [name] of resourcesOf(stage.template, 'AWS::DynamoDB::GlobalTable')) {
    if ((await askTable(dynamodb, physicalId(stage, name))) !== undefined) continue;
    const restore = typed('night', `restore-table ${name} --stack ${stage.stackName}`);
    throw new Problem(`The table ${name} is deleted. Bring it back first: ${restore}`);
  }
}

/** The template still has the version before a roll-back by hand, and a deploy would give it the requests again. */
async function refuseOtherVersions({ lambda }: Clients, stage: Stage): Promise<void> {
  for (const fn of liveFunctions(stage.template)) {
    const alias = stage.template.Resources[fn.alias]?.Properties;
    const [id = ''] = referencesIn(alias?.['FunctionVersion']);
    const wanted = physicalId(stage, id).split(':').at(-1);
    const live = await askAlias(lambda, stage, fn).catch((error: Error) => {
      // The repair makes a deleted alias again.
      if (error.name === 'ResourceNotFoundException') return undefined;
      throw error;
    });
    if (live === undefined || live.version === wanted) continue;
    throw new Problem(
      `Clients get version ${live.version} of ${fn.name}, and a repair would give them ${wanted}: deploy good code by ${typed('night', 'deploy')}, or roll ${fn.name} back to ${wanted} before.`,
    );
  }
}
