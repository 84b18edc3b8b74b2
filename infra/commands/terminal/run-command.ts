import { Problem, sentenceOf } from '../../problem.ts';
import { Interruption, interrupt } from './interruption.ts';

/** Returns the exit code, or nothing for 0. */
type Main = (args: readonly string[]) => unknown;

/** How long a failed command may take to close what it has open. */
const drainMilliseconds = 2_000;

/** Runs a command of npm. Errors, exit codes, Ctrl-C and closed pipes are handled here for all commands. */
export async function runCommand(main: Main): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', endAtClosedPipe);
  process.exitCode = await exitCodeOf(() => main(process.argv.slice(2)), console.error);
  if (process.exitCode !== 0) setTimeout(() => process.exit(), drainMilliseconds).unref();
}

/** Runs a command, prints what went wrong, and returns the exit code. */
export async function exitCodeOf(
  run: () => unknown,
  note: (text: string) => void,
): Promise<number> {
  try {
    return Number((await run()) ?? 0);
  } catch (error) {
    if (error instanceof Interruption) return error.exitCode;
    note(sentenceOf(error));
    return error instanceof Problem ? error.exitCode : 1;
  }
}

/** `npm start | head` closes the pipe early. Nobody reads any more, which is no error. */
function endAtClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  interrupt('SIGPIPE');
}
