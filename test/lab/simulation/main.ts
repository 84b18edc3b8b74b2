import { readArguments } from '../../../tools/commands/terminal/options.ts';
import { runCommand } from '../../../tools/commands/terminal/run-command.ts';

const commandLine = {
  command: 'npm run simulation',
  about: 'Prints what the alarms do with simulated faults. It takes two minutes.',
  usage: [''],
  options: {},
};

await runCommand(async (args) => {
  if (readArguments(args, commandLine) !== undefined) await import('./figures.ts');
});
