import { constants } from 'node:os';

type Signal = 'SIGINT' | 'SIGTERM' | 'SIGPIPE';

/** Why a command ended early. Its exit code is the one that a shell uses: 130 after a Ctrl-C. */
export class Interruption extends Error {
  override readonly name = 'Interruption';
  readonly exitCode: number;

  constructor(signal: Signal) {
    super(`Ended by ${signal}`);
    this.exitCode = 128 + constants.signals[signal];
  }
}

/** The terminal and npm both send a Ctrl-C: a second signal within this time is the same Ctrl-C. */
const sameSignalMilliseconds = 500;

const controller = new AbortController();
let heard = false;
let since = Number.POSITIVE_INFINITY;

/**
 * Aborts at the first Ctrl-C, SIGTERM or closed pipe, so that a command can end in order. A second one
 * ends the process at once. A command that never calls this function ends at the first.
 */
export function interruption(): AbortSignal {
  if (!heard) {
    heard = true;
    process.on('SIGINT', interrupt);
    process.on('SIGTERM', interrupt);
  }
  return controller.signal;
}

export function interrupt(signal: Signal): void {
  const reason = new Interruption(signal);
  if (!heard || performance.now() - since > sameSignalMilliseconds) process.exit(reason.exitCode);
  if (controller.signal.aborted) return;
  since = performance.now();
  controller.abort(reason);
}
