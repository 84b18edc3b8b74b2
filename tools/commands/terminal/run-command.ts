import { fstatSync, writeFileSync } from 'node:fs';
import { isatty } from 'node:tty';
import { Problem } from '../../../infra/base.ts';
import { Interruption, interrupt } from './interruption.ts';
import { textOf } from './sentence.ts';

/** The output of a command: `out` takes the result, `note` everything else. */
export interface Terminal {
  readonly out: (text: string) => void;
  /** Throws if nobody can read the text. */
  readonly outSecret: (text: string) => void;
  readonly note: (text: string) => void;
}

/** Returns the exit code, or nothing for 0. */
type Main = (args: readonly string[]) => unknown;

/** The longest time for a failed command to close its resources. */
const drainMilliseconds = 500;

/** Runs a command of npm. Errors, exit codes, Ctrl-C and closed pipes are handled here for all commands. */
export async function runCommand(main: Main): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', endAtClosedPipe);
  const exitCode = await exitCodeOf(() => main(process.argv.slice(2)), console.error);
  process.exitCode = exitCode;
  if (exitCode !== 0) setTimeout(() => process.exit(), drainMilliseconds).unref();
}

/** Runs a command, prints the error if it fails, and returns the exit code. */
export async function exitCodeOf(run: () => unknown, note: Terminal['note']): Promise<number> {
  try {
    return Number((await run()) ?? 0);
  } catch (error) {
    if (error instanceof Interruption) return error.exitCode;
    note(textOf(error));
    return error instanceof Problem ? error.exitCode : 1;
  }
}

/** Writes to standard output, and throws if nobody can read it there. */
export function writeSecret(text: string): void {
  // Node opens the null device in place of a closed output.
  const isDevice = !isatty(1) && fstatSync(1).isCharacterDevice();
  if (isDevice) throw new Problem('The output is closed, or a device.');
  writeFileSync(1, `${text}\n`);
}

/** `npm start | head` closes the pipe early, which is not an error. */
function endAtClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') {
    interrupt('SIGPIPE');
    return;
  }
  console.error(`The output cannot be written (${error.code}).`);
  process.exit(1);
}
