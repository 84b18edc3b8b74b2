import { close } from './close/close.ts';
import { open } from './close/open.ts';
import { forget } from './forget.ts';
import { log } from './logs/log.ts';
import { query } from './logs/query.ts';
import { look } from './look/look.ts';
import { restoreTable } from './restore-table/restore-table.ts';
import { rollBack } from './roll-back/roll-back.ts';
import type { Commands } from './run-one-of.ts';
import { runtimes } from './runtimes.ts';

/** What both `npm run night` and the file for CloudShell have. */
export const sharedCommands: Commands = {
  look: { does: 'says what is wrong, and what mends it', run: look },
  close: { does: 'refuses all requests of clients', run: close },
  open: { does: 'lets clients in again after close', run: open },
  forget: { does: 'lets the gateway ask about each token again', run: forget },
  'roll-back': { does: 'gives the requests of a function to an older version', run: rollBack },
  'restore-table': { does: 'adds to a table what it has lost', run: restoreTable },
  query: { does: 'asks the logs a question that the stack has saved', run: query },
  runtimes: { does: 'prints the runtime of each function', run: runtimes },
  log: { does: 'asks the log of a function, or of all requests', run: log },
};
