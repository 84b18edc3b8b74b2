import { UsageError } from '../../usage-error.ts';
import type { NightTerminal } from '../stage/change.ts';
import { inClones, typed } from '../terminal/script.ts';
import { commandNamed } from '../terminal/subcommands.ts';
import { close } from './close/close.ts';
import { open } from './close/open.ts';
import { forget } from './forget.ts';
import { log } from './logs/log.ts';
import { query } from './logs/query.ts';
import { look } from './look/look.ts';
import { restoreTable } from './restore-table/restore-table.ts';
import { rollBack } from './roll-back/roll-back.ts';
import { runtimes } from './runtimes.ts';

interface Command {
  readonly does: string;
  readonly run: (args: readonly string[], terminal: NightTerminal) => unknown;
}

export type Commands = Readonly<Record<string, Command>>;

/** The commands that need only AWS, and no clone. */
export const stageCommands: Commands = {
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

/** Runs the command that the arguments begin with. It returns the exit code, or nothing for 0. */
export function runOneOf(
  commands: Commands,
  [name = '', ...args]: readonly string[],
  terminal: NightTerminal,
): unknown {
  if (name === '--help' || name === '-h') return terminal.out(helpOf(commands));
  if (inClones.includes(name) && !(name in commands)) {
    throw new UsageError(`${name} needs a clone of the repository: npm run night -- ${name} …`);
  }
  return commandNamed(commands, name).run(args, terminal);
}

function helpOf(commands: Commands): string {
  const width = Math.max(...Object.keys(commands).map(({ length }) => length));
  const lines = Object.entries(commands).map(
    ([name, { does }]) => `  ${name.padEnd(width)}  ${does}`,
  );
  return `Looks at a deployed stage, and mends it.

  ${typed('night', 'COMMAND --stack NAME')}

${lines.join('\n')}

Each command has --help.`;
}
