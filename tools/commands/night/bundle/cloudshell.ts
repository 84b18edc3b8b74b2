import { runCommand } from '../../terminal/run-command.ts';
import { commandsWithoutClone } from '../commands-without-clone.ts';
import { runOneOf } from '../run-one-of.ts';

// The file for CloudShell: `node night.mjs roll-back …`, `node night.mjs token list …`

await runCommand((args, terminal) => runOneOf(commandsWithoutClone, args, terminal));
