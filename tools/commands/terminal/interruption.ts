import { constants } from 'node:os';

type Signal = 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'SIGPIPE';

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
export const sameSignalMilliseconds = 500;

const controller = new AbortController();
let isListening = false;
let interruptedAt = Number.POSITIVE_INFINITY;

/**
 * Aborts at the first Ctrl-C, SIGTERM, closed terminal or closed pipe, so that a command can end in order.
 * A second one ends the process immediately. Without a call of this function, the first one does.
 */
export function interruption(): AbortSignal {
  if (!isListening) {
    isListening = true;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
  }
  return controller.signal;
}

export function interrupt(signal: Signal): void {
  const { exitCode } = new Interruption(signal);
  const isSecond = performance.now() - interruptedAt > sameSignalMilliseconds;
  if (!isListening || isSecond) process.exit(exitCode);
  if (controller.signal.aborted) return;
  interruptedAt = performance.now();
  controller.abort(new Interruption(signal));
}
