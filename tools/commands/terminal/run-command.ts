import { fstatSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { Problem } from '../../../infra/base.ts';
import { Interruption, interrupt } from './interruption.ts';
import { textOf } from './sentence.ts';

/** The output of a command: `out` takes the result, `note` everything else. */
export interface Terminal {
  /** With `isSecret`, it throws if nobody can read the text. */
  readonly out: (text: string, isSecret?: boolean) => void;
  readonly note: (text: string) => void;
}

/** Returns the exit code, or nothing for 0. */
type Main = (args: readonly string[]) => unknown;

/** The longest time for a failed command to close its resources. */
const drainMilliseconds = 2_000;

/** Runs a command of npm. Errors, exit codes, Ctrl-C and closed pipes are handled here for all commands. */
export async function runCommand(main: Main): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', endAtClosedPipe);
  const exitCode = await exitCodeOf(() => main(process.argv.slice(2)), console.error);
  // A package can report its failure only here, as Stryker and the CDK do. A 0 must not replace that.
  if (exitCode !== 0) process.exitCode = exitCode;
  if (process.exitCode) setTimeout(() => process.exit(), drainMilliseconds).unref();
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

/** Writes to standard output, and throws if it cannot be written. */
export function writeOut(text: string, isSecret = false): void {
  // Node opens the null device in place of a closed output.
  const isDevice = !isatty(1) && fstatSync(1).isCharacterDevice();
  if (isSecret && isDevice) throw unwritable('a closed output, or a device');
  const bytes = Buffer.from(`${text}\n`);
  for (let sent = 0; sent < bytes.length; ) {
    try {
      sent += writeSync(process.stdout.fd, bytes, sent);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EPIPE') throw Object.assign(new Interruption('SIGPIPE'), { code });
      if (code !== 'EAGAIN') throw unwritable(code);
      // The pipe is full. Waits a moment for its reader.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

function unwritable(code: string | undefined): Problem {
  return Object.assign(new Problem(`The output cannot be written (${code}).`), { code });
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
