import { inClones, typed } from '../../shared/terminal/script.ts';
import { commandNamed } from '../../shared/terminal/subcommands.ts';
import type { Terminal } from '../../shared/terminal/terminal.ts';
import { UsageError } from '../../shared/usage-error.ts';

interface Command {
  readonly does: string;
  readonly run: (args: readonly string[], terminal: Terminal) => unknown;
}

export type Commands = Readonly<Record<string, Command>>;

/** Runs the command that the arguments begin with. It returns the exit code, or nothing for 0. */
export function runOneOf(
  commands: Commands,
  [name = '', ...args]: readonly string[],
  terminal: Terminal,
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
