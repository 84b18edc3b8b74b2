import { scriptNameOf } from '../../../shared/terminal/script.ts';
import { runItemsCommand } from '../../items/items-command.ts';
import { runRestoreCommand } from '../../restore/restore-command.ts';
import { runTokenCommand } from '../../token/token-command.ts';
import type { Commands } from '../run-one-of.ts';
import { sharedCommands } from '../shared-commands.ts';

/** The commands of the file for CloudShell. In a clone, `token`, `items` and `restore` are scripts of their own. */
export const cloudshellCommands: Commands = {
  ...sharedCommands,
  token: { does: 'lists, creates and revokes tokens', run: runTokenCommand },
  [scriptNameOf('items')]: {
    does: 'finds, deletes and erases what clients have stored',
    run: runItemsCommand,
  },
  restore: { does: 'adds to a table what only a copy has, or undoes that', run: runRestoreCommand },
};
