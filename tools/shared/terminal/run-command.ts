import { Problem } from '../../../infra/project/problem.ts';
import { personAt } from './prompt.ts';
import { textOf } from './sentence.ts';
import type { Terminal } from './terminal.ts';

/**
 * Runs a command of npm. It returns the exit code, or nothing for 0. Errors, exit codes and closed pipes are handled
 * here for all commands.
 */
export async function runCommand(
  main: (args: readonly string[], terminal: Terminal) => unknown,
): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', endAtClosedPipe);
  const terminal = { out: console.log, note: console.error, prompt: personAt(process.stdin) };
  const exitCode = await exitCodeOf(() => main(process.argv.slice(2), terminal), terminal.note);
  process.exitCode = exitCode;
  // A command that failed can have left a server open.
  if (exitCode !== 0) setTimeout(() => process.exit(), 500).unref();
}

/** Runs a command, prints the error if it fails, and returns the exit code. */
export async function exitCodeOf(run: () => unknown, note: Terminal['note']): Promise<number> {
  try {
    return Number((await run()) ?? 0);
  } catch (error) {
    note(textOf(error));
    return error instanceof Problem ? error.exitCode : 1;
  }
}

/** `npm start | head` closes the pipe early, which is not an error. */
function endAtClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') {
    console.error(`The output cannot be written (${error.code}).`);
    process.exit(1);
  }
  // Ends as after a closed terminal, if the command listens to SIGHUP, and otherwise with the exit code of SIGPIPE.
  if (!process.emit('SIGHUP', 'SIGHUP')) process.exit(141);
}
