import { runCommand } from '../../../shared/terminal/run-command.ts';
import { runOneOf } from '../run-one-of.ts';
import { cloudshellCommands } from './cloudshell-commands.ts';

// The file for CloudShell: `node night.mjs roll-back …`, `node night.mjs token list …`

await runCommand((args, terminal) => runOneOf(cloudshellCommands, args, terminal));
