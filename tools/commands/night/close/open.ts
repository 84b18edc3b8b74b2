import { Problem } from '../../../../infra/project/problem.ts';
import type { Stage } from '../../../shared/stage/stage.ts';
import { typed } from '../../../shared/terminal/script.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import { type StageContext, stageCommand } from '../stage-command.ts';
import { askServed, reopenFunction, type Served } from './reservations.ts';
import { answerToStranger } from './stranger.ts';

export const open = stageCommand({
  does: 'Lets clients in again, after somebody has closed the API.',
  usage: 'open [--anyway]',
  explained: '  --anyway         opens also what lets everybody in',
  remark: `It ends only the limit 0. A function with another limit keeps it. Before, it sends a request with a token that
nobody has issued, and refuses to open a route that lets it in.`,
  options: { anyway: { type: 'boolean' } },
  changes: true,
  read:
    ({ anyway = false }) =>
    (context) =>
      reopenStage(context, anyway),
});

async function reopenStage(
  { clients, stage, terminal, carryOut }: StageContext,
  anyway: boolean,
): Promise<void> {
  const served = await askServed(clients.lambda, stage);
  for (const one of served) noteLimit(one, terminal);
  const closed = served.filter(({ reserved }) => reserved === 0);
  if (closed.length === 0) {
    terminal.note(`The stage ${stage.stageName} is not closed. Nothing was changed.`);
    return;
  }
  if (closed.length < served.length) {
    const others = served.filter((one) => !closed.includes(one)).map(({ name }) => name);
    terminal.note(
      `Only a part is closed, and not ${others.join(', ')}: perhaps somebody closed this part for a reason of its own.`,
    );
  }
  if (!anyway) await refuseStrangers(stage, closed, terminal);
  const steps = closed.map((one) => ({
    does: `Let Lambda start ${one.name} (${one.routes.join(', ')}) again`,
    work: () => reopenFunction(clients.lambda, one),
  }));
  const undo = typed('night', `close --stack ${stage.stackName}`);
  const afterwards = ['Clients are served again within a minute.'];
  await carryOut({ steps, undo, afterwards });
}

/** A closed function answers 503, but only to a request that the authorizer has allowed. */
async function refuseStrangers(stage: Stage, closed: readonly Served[], { note }: Terminal) {
  const url = `${stage.outputs['DomainUrl'] ?? stage.outputs['ApiUrl']}`;
  for (const route of closed.flatMap(({ routes }) => routes)) {
    const status = await answerToStranger(url, route);
    if (status === 503) {
      throw new Problem(
        `${route} lets in a token that nobody has issued, so everybody could come in. Nothing was changed: repair it first, or add --anyway.`,
      );
    }
    if (status === 403) continue;
    const answer = status === undefined ? 'nothing' : `${status}`;
    note(
      `${route} answered ${answer} to a token that nobody has issued, and not 403: look whether it refuses strangers.`,
    );
  }
}

function noteLimit({ name, physical, reserved = 0 }: Served, { note }: Terminal): void {
  if (reserved === 0) return;
  note(
    `${name} keeps its limit of ${reserved} instances. To end that too: aws lambda delete-function-concurrency --function-name ${physical}`,
  );
}
