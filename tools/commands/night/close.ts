import { readArguments } from '../terminal/options.ts';
import { typed } from '../terminal/script.ts';
import { change, confirmHelp, confirmOption, type NightTerminal } from './change.ts';
import { closeFunction, readServed, type Served } from './reservations.ts';
import { readStage, readTarget, stageHelp, stageOptions } from './stage.ts';

const commandLine = {
  command: 'npm run night',
  help: `Refuses all requests of clients: they get 503, which they repeat.

  ${typed('night', 'close --stack NAME [--confirm STAGE] [--calls]')}

${stageHelp}
${confirmHelp}

No instance of a function with a route runs any more. The authorizer goes on, and a deploy opens nothing.`,
  options: { ...stageOptions, ...confirmOption },
} as const;

export async function close(args: readonly string[], terminal: NightTerminal): Promise<void> {
  const given = readArguments(args, commandLine, terminal.out)?.values;
  if (given === undefined) return;
  const { clients, stack } = readTarget(given, terminal);
  const stage = await readStage(clients, stack);
  const served = await readServed(clients.lambda, stage);
  const open = served.filter(({ reserved }) => reserved !== 0);
  if (open.length === 0) {
    terminal.note(`The stage ${stage.stageName} is closed already. Nothing was changed.`);
    return;
  }
  const steps = open.map((one) => ({
    does: `Let Lambda start no instance of ${one.name} (${one.routes.join(', ')})`,
    work: () => closeFunction(clients.lambda, one),
  }));
  const undo = typed('night', `open --stack ${stack}`);
  const afterwards = [
    'All requests get 503 within a minute. A release that moves is stopped, because its alarms fire.',
    `Remove the reason before you open it: ${undo}`,
  ];
  const limits = open.flatMap(limitOf);
  await change(
    stage,
    { steps, undo: [undo, ...limits].join('\n'), afterwards },
    given.confirm,
    terminal,
  );
}

/** A limit that is replaced by 0. */
function limitOf({ name, physical, reserved }: Served): string[] {
  if (reserved === undefined) return [];
  const command = `aws lambda put-function-concurrency --function-name ${physical} --reserved-concurrent-executions ${reserved}`;
  return [
    `${name} was limited to ${reserved} instances. After it is open, limit it again: ${command}`,
  ];
}
