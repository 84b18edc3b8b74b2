import { runItemsCommand } from '../items/items-command.ts';
import { runRestoreCommand } from '../restore/restore-command.ts';
import { runCommand } from '../terminal/run-command.ts';
import { scriptNameOf } from '../terminal/script.ts';
import { runTokenCommand } from '../token/token-command.ts';
import { personAt } from './ask.ts';
import { type Commands, runOneOf, stageCommands } from './stage-commands.ts';

// The file for CloudShell: `node night.mjs roll-back …`, `node night.mjs token list …`

const commands: Commands = {
  ...stageCommands,
  token: { does: 'lists, creates and revokes tokens', run: runTokenCommand },
  [scriptNameOf('items')]: {
    does: 'finds, deletes and erases what clients have stored',
    run: runItemsCommand,
  },
  restore: { does: 'adds to a table what only a copy has, or undoes that', run: runRestoreCommand },
};

const terminal = { out: console.log, note: console.error, ask: personAt(process.stdin) };
await runCommand((args) => runOneOf(commands, args, terminal));
