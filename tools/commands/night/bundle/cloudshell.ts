import { personAt } from '../../terminal/prompt.ts';
import { runCommand } from '../../terminal/run-command.ts';
import { commandsWithoutClone } from '../commands-without-clone.ts';
import { runOneOf } from '../run-one-of.ts';

// The file for CloudShell: `node night.mjs roll-back …`, `node night.mjs token list …`

const terminal = { out: console.log, note: console.error, prompt: personAt(process.stdin) };
await runCommand((args) => runOneOf(commandsWithoutClone, args, terminal));
