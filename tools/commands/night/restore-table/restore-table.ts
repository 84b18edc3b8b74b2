import { Problem } from '../../../../infra/project/problem.ts';
import type { Clients } from '../../../shared/stage/clients.ts';
import { forgettingSteps } from '../../../shared/stage/forget-decisions.ts';
import type { Plan } from '../../../shared/stage/plan.ts';
import { physicalId, type Stage } from '../../../shared/stage/stage.ts';
import { liveFunctions, referencesIn, resourcesOf } from '../../../shared/stage/template.ts';
import { typed } from '../../../shared/terminal/script.ts';
import { timeIn } from '../../../shared/terminal/time.ts';
import { UsageError } from '../../../shared/usage-error.ts';
import { addMissing } from '../../restore/restore-command.ts';
import { type StageContext, stageCommand } from '../stage-command.ts';
import { askDeletionBackup } from './backups.ts';
import { protectionSteps } from './protection.ts';
import {
  askTable,
  type Copy,
  planCopyOfBackup,
  planCopyOfSecond,
  stampOf,
} from './table-copies.ts';

export const restoreTable = stageCommand({
  does: 'Adds to a table what it has lost, and replaces nothing.',
  usage: 'restore-table TABLE [SECOND]',
  explained: `  TABLE            its name in the template, for example Tokens
  SECOND           the last second before the loss, in UTC, for example 2026-11-20T12:00:00Z. Leave it out if the
                   table was deleted: DynamoDB made a backup of it then`,
  remark: `First DynamoDB makes a copy, which can take hours. After an error, start the same command again: it does only what is
left. It deletes no table.`,
  operands: 2,
  changes: true,
  read: (_, [name, time]) => {
    if (name === undefined)
      throw new UsageError('Name a table, and a second unless it was deleted. Try --help.');
    const second = time === undefined ? undefined : readSecond(time);
    return (context) => restore(context, name, second);
  },
});

async function restore(
  context: StageContext,
  name: string,
  second: Date | undefined,
): Promise<void> {
  const { stage, terminal, carryOut } = context;
  const tables = resourcesOf(stage.template, 'AWS::DynamoDB::GlobalTable').map(([id]) => id);
  if (!tables.includes(name)) {
    throw new UsageError(
      `${stage.stackName} has no table ${name}. Name one of ${tables.join(', ')}.`,
    );
  }
  const plan = second
    ? await planFromSecond(context, name, second)
    : await planFromDeletion(context, name);
  if (stage.status.endsWith('IN_PROGRESS'))
    terminal.note(`A deploy runs (${stage.status}). It is better to let it end before.`);
  await carryOut(plan);
}

function readSecond(text: string): Date {
  const second = timeIn(text);
  if (second?.getMilliseconds() === 0 && second.getTime() < Date.now()) return second;
  throw new UsageError(
    `${text} is no second of the past in UTC: write it as 2026-11-20T12:00:00Z, with the Z.`,
  );
}

async function planFromSecond(context: StageContext, name: string, second: Date): Promise<Plan> {
  const { dynamodb } = context.clients;
  const table = physicalId(context.stage, name);
  const there = await askTable(dynamodb, table);
  if (there === undefined) {
    throw new Problem(
      `The table ${table} is deleted, and can come back only as it was then: leave out the second.`,
    );
  }
  return addition(context, name, await planCopyOfSecond(dynamodb, there, second));
}

async function planFromDeletion(context: StageContext, name: string): Promise<Plan> {
  const { clients, stage } = context;
  const { dynamodb } = clients;
  const table = physicalId(stage, name);
  const backup = await askDeletionBackup(dynamodb, stage.stackName, name);
  const there = await askTable(dynamodb, table);
  const isOlder = backup && there?.CreationDateTime && there.CreationDateTime < backup.made;
  if (backup === undefined || isOlder) {
    throw new Problem(
      `DynamoDB has no backup of a deleted ${name} of ${stage.stackName}: if its items are lost, name a second.`,
    );
  }
  if (there !== undefined && there.RestoreSummary?.SourceBackupArn !== backup.arn) {
    // A deploy has made a new table since, and clients write into it.
    const copyName = `${table}-deleted-${stampOf(backup.made)}`;
    return addition(context, name, await planCopyOfBackup(dynamodb, backup, copyName));
  }
  const { steps } = await planCopyOfBackup(dynamodb, backup, table);
  const properties = stage.template.Resources[name]?.Properties ?? {};
  return {
    steps: [
      ...steps,
      ...protectionSteps(dynamodb, table, properties),
      ...forgettingAfter(clients, stage, name),
    ],
    undo: 'it is the only table with these items, so keep it.',
    afterwards: [
      `Now set back the rest: ${typed('night', `repair --stack ${stage.stackName}`)}`,
      ...revokedSince(stage, name, 'the table was deleted'),
    ],
  };
}

/** Adds to the table what only its copy has. */
function addition({ clients, stage, terminal }: StageContext, name: string, copy: Copy): Plan {
  const table = physicalId(stage, name);
  const add = {
    does: `Add to ${table} each item that only ${copy.name} has`,
    work: () => addMissing(copy.name, table, terminal),
  };
  return {
    steps: [...copy.steps, add, ...forgettingAfter(clients, stage, name)],
    undo: 'by the command that it prints when it begins to add items. Keep that command.',
    afterwards: [
      'Erase again who was erased since that time.',
      ...revokedSince(stage, name, 'that time'),
      `When the copy is not needed any more: aws dynamodb delete-table --table-name ${copy.name}`,
    ],
  };
}

/** The gateway remembers that it refused a token which is there again. */
function forgettingAfter(clients: Clients, stage: Stage, name: string) {
  return holdsTokens(stage, name) ? forgettingSteps(clients, stage) : [];
}

function revokedSince(stage: Stage, name: string, time: string): string[] {
  return holdsTokens(stage, name)
    ? [`Revoke again each token that was revoked since ${time}.`]
    : [];
}

/** Whether the function that decides who may call reads it. */
function holdsTokens(stage: Stage, name: string): boolean {
  const readers = liveFunctions(stage.template).filter(({ authorizes }) => authorizes);
  return readers.some((fn) =>
    referencesIn(stage.template.Resources[fn.name]?.Properties?.['Environment']).includes(name),
  );
}
