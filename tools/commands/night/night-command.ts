import { UsageError } from '../../usage-error.ts';
import type { NightTerminal } from './change.ts';
import { close } from './close.ts';
import { deploy } from './deploy.ts';
import { forget } from './forget.ts';
import { log } from './log.ts';
import { look } from './look/look.ts';
import { open } from './open.ts';
import { query } from './query.ts';
import { repair } from './repair.ts';
import { restoreTable } from './restore-table.ts';
import { rollBack } from './roll-back.ts';

interface Command {
  readonly does: string;
  readonly run: (args: readonly string[], terminal: NightTerminal) => unknown;
}

const commands: Readonly<Record<string, Command>> = {
  look: { does: 'says what is wrong, and what mends it', run: look },
  close: { does: 'refuses all requests of clients', run: close },
  open: { does: 'lets clients in again after close', run: open },
  forget: { does: 'lets the gateway ask about each token again', run: forget },
  'roll-back': { does: 'gives the requests of a function to an older version', run: rollBack },
  repair: { does: 'sets back what was changed by hand', run: repair },
  deploy: { does: 'deploys a commit without the pipeline', run: deploy },
  'restore-table': { does: 'adds to a table what it has lost', run: restoreTable },
  query: { does: 'asks the logs a question that the stack has saved', run: query },
  log: { does: 'asks the log of a function, or of all requests', run: log },
};

const width = Math.max(...Object.keys(commands).map(({ length }) => length));
const help = `Looks at a deployed stage, and mends it.

  npm run night -- COMMAND --stack NAME

${Object.entries(commands)
  .map(([name, { does }]) => `  ${name.padEnd(width)}  ${does}`)
  .join('\n')}

Each command has --help.`;

/** Runs one of the commands for a deployed stage. It returns the exit code, or nothing for 0. */
export function runNightCommand(args: readonly string[], terminal: NightTerminal): unknown {
  const [name = '', ...others] = args;
  if (name === '--help' || name === '-h') return terminal.out(help);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command !== undefined) return command.run(others, terminal);
  const names = Object.keys(commands).join(', ');
  const problem = name === '' ? 'A command is missing' : `There is no command ${name}`;
  throw new UsageError(`${problem}: use one of ${names}. Try --help.`);
}
