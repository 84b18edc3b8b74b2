import { runItemsCommand } from '../items/items-command.ts';
import { runRestoreCommand } from '../restore/restore-command.ts';
import { scriptNameOf } from '../terminal/script.ts';
import { runTokenCommand } from '../token/token-command.ts';
import { stageCommands } from './all-stage-commands.ts';
import type { Commands } from './run-one-of.ts';

/** All commands that need only AWS. */
export const commandsWithoutClone: Commands = {
  ...stageCommands,
  token: { does: 'lists, creates and revokes tokens', run: runTokenCommand },
  [scriptNameOf('items')]: {
    does: 'finds, deletes and erases what clients have stored',
    run: runItemsCommand,
  },
  restore: { does: 'adds to a table what only a copy has, or undoes that', run: runRestoreCommand },
};
