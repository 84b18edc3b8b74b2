import { Problem } from '../../../infra/project/problem.ts';
import { readArguments } from '../terminal/options.ts';
import { typed } from '../terminal/script.ts';
import { change, confirmHelp, confirmOption, type NightTerminal } from './change.ts';
import { openFunction, readServed, type Served } from './reservations.ts';
import { readStage, readTarget, type Stage, stageHelp, stageOptions } from './stage.ts';
import { answerToStranger } from './stranger.ts';

const commandLine = {
  command: 'npm run night',
  help: `Lets clients in again, after somebody has closed the API.

  ${typed('night', 'open --stack NAME [--anyway] [--confirm STAGE] [--calls]')}

  --anyway         opens also what lets everybody in
${stageHelp}
${confirmHelp}

It ends only the limit 0. A function with another limit keeps it. Before, it sends a request with a token that
nobody has issued, and refuses to open a route that lets it in.`,
  options: { anyway: { type: 'boolean' }, ...stageOptions, ...confirmOption },
} as const;

export async function open(args: readonly string[], terminal: NightTerminal): Promise<void> {
  const given = readArguments(args, commandLine, terminal.out)?.values;
  if (given === undefined) return;
  const { clients, stack } = readTarget(given, terminal);
  const stage = await readStage(clients, stack);
  const served = await readServed(clients.lambda, stage);
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
  if (!given.anyway) await refuseStrangers(stage, closed, terminal);
  const steps = closed.map((one) => ({
    does: `Let Lambda start ${one.name} (${one.routes.join(', ')}) again`,
    work: () => openFunction(clients.lambda, one),
  }));
  const undo = typed('night', `close --stack ${stack}`);
  const afterwards = ['Clients are served again within a minute.'];
  await change(stage, { steps, undo, afterwards }, given.confirm, terminal);
}

/** A closed function answers 503, but only to a request that the authorizer has allowed. */
async function refuseStrangers(stage: Stage, closed: readonly Served[], { note }: NightTerminal) {
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

function noteLimit({ name, physical, reserved = 0 }: Served, { note }: NightTerminal): void {
  if (reserved === 0) return;
  note(
    `${name} keeps its limit of ${reserved} instances. To end that too: aws lambda delete-function-concurrency --function-name ${physical}`,
  );
}
