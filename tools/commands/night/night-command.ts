import type { Terminal } from '../../shared/terminal/terminal.ts';
import { bundle } from './bundle/bundle.ts';
import { deploy } from './by-hand/deploy.ts';
import { repair } from './by-hand/repair.ts';
import { type Commands, runOneOf } from './run-one-of.ts';
import { sharedCommands } from './shared-commands.ts';

const commands: Commands = {
  ...sharedCommands,
  repair: { does: 'sets back what was changed by hand', run: repair },
  deploy: { does: 'deploys a commit without the pipeline', run: deploy },
  bundle: { does: 'writes a file for CloudShell, with all but repair and deploy', run: bundle },
};

/** Their names. */
export const nightCommands = Object.keys(commands);

/** Runs one of the commands for a deployed stage. It returns the exit code, or nothing for 0. */
export function runNightCommand(args: readonly string[], terminal: Terminal): unknown {
  return runOneOf(commands, args, terminal);
}
