import { readArguments } from '../terminal/options.ts';
import { change, confirmHelp, confirmOption, type NightTerminal } from './change.ts';
import { openFunction, readServed, type Served } from './reservations.ts';
import { readStage, readTarget, stageHelp, stageOptions } from './stage.ts';

const commandLine = {
  command: 'npm run night',
  help: `Lets clients in again, after somebody has closed the API.

  npm run night -- open --stack NAME [--confirm STAGE] [--calls]

${stageHelp}
${confirmHelp}

It ends only the limit 0. A function with another limit keeps it.`,
  options: { ...stageOptions, ...confirmOption },
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
    terminal.note(`The stage ${stage.stage} is not closed. Nothing was changed.`);
    return;
  }
  if (closed.length < served.length) {
    const others = served.filter((one) => !closed.includes(one)).map(({ name }) => name);
    terminal.note(
      `Only a part is closed, and ${others.join(', ')} is open: perhaps somebody closed this part for a reason of its own.`,
    );
  }
  const steps = closed.map((one) => ({
    does: `Let Lambda start ${one.name} (${one.routes.join(', ')}) again`,
    work: () => openFunction(clients.lambda, one),
  }));
  const undo = `npm run night -- close --stack ${stack}`;
  const afterwards = ['Clients are served again within a minute.'];
  await change(stage, { steps, undo, afterwards }, given.confirm, terminal);
}

function noteLimit({ name, physical, reserved = 0 }: Served, { note }: NightTerminal): void {
  if (reserved === 0) return;
  note(
    `${name} keeps its limit of ${reserved} instances. To end that too: aws lambda delete-function-concurrency --function-name ${physical}`,
  );
}
