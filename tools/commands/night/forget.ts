import { readArguments } from '../terminal/options.ts';
import { typed } from '../terminal/script.ts';
import { change, confirmHelp, confirmOption, type NightTerminal } from './change.ts';
import { forgetDecisions } from './forget-decisions.ts';
import { readStage, readTarget, stageHelp, stageOptions } from './stage.ts';

const commandLine = {
  command: 'npm run night',
  help: `Lets the gateway ask the authorizer about each token again, for example after a restore of tokens.

  ${typed('night', 'forget --stack NAME [--confirm STAGE] [--calls]')}

${stageHelp}
${confirmHelp}`,
  options: { ...stageOptions, ...confirmOption },
} as const;

export async function forget(args: readonly string[], terminal: NightTerminal): Promise<void> {
  const given = readArguments(args, commandLine, terminal.out)?.values;
  if (given === undefined) return;
  const { clients, stack } = readTarget(given, terminal);
  const stage = await readStage(clients, stack);
  const steps = forgetDecisions(clients, stage);
  const undo = 'nothing is to be undone.';
  await change(stage, { steps, undo, afterwards: [] }, given.confirm, terminal);
}
