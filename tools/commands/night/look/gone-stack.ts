import { ListStacksCommand } from '@aws-sdk/client-cloudformation';
import { askAllPages } from '../../../shared/stage/ask-all-pages.ts';
import type { Clients } from '../../../shared/stage/clients.ts';
import { typed } from '../../../shared/terminal/script.ts';
import { utc } from '../../../shared/terminal/utc.ts';
import { createAsking } from './asking.ts';
import { known } from './aws-answer.ts';
import { askTableNames, isTableOf } from './subjects/other-tables.ts';

/**
 * What is left of a stack that is not there any more: when it was deleted, and the tables that were kept. Undefined if
 * nothing is left.
 */
export async function askRemains(
  clients: Clients,
  stack: string,
  patience = 1,
): Promise<string | undefined> {
  const asking = createAsking(clients, patience);
  const { ask } = asking;
  const statuses = { StackStatusFilter: ['DELETE_COMPLETE' as const] };
  const [stacks, names] = await Promise.all([
    ask('cloudformation:ListStacks', statuses, ({ cloudformation }, signal) =>
      askAllPages(async (NextToken) => {
        const command = new ListStacksCommand({ ...statuses, NextToken });
        const page = await cloudformation.send(command, signal);
        return [page.StackSummaries, page.NextToken];
      }),
    ),
    askTableNames(asking),
  ]);
  const kept = (known(names) ?? []).filter((name) => isTableOf(stack, name));
  const deleted = known(stacks)?.find(({ StackName }) => StackName === stack)?.DeletionTime;
  if (kept.length === 0 && deleted === undefined) return undefined;
  return [
    `STOPS   The stack ${stack} ${deleted ? `was deleted at ${utc(deleted)}` : 'is gone'}.`,
    '        Clients get no connection. RUNBOOK#a-stack-that-was-deleted',
    ...kept.map((name) => `        Its table ${name} was kept, with all items.`),
    ...kept.map((name) => `        > ${typed('restore', `${name} TABLE-OF-THE-NEXT-DEPLOY`)}`),
  ].join('\n');
}
