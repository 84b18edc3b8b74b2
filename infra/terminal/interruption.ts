import { constants } from 'node:os';

type Ending = 'SIGINT' | 'SIGTERM';

/** npm hands on a Ctrl-C that the terminal has sent already: what follows so soon is the same one. */
const echoMilliseconds = 500;

/** Aborts at the first Ctrl-C or SIGTERM, with its name as the reason; another ends the process at once. */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  let since = Number.POSITIVE_INFINITY;
  const interrupt = (name: Ending) => {
    if (performance.now() - since > echoMilliseconds) process.exit(exitCodeAfter(name));
    if (controller.signal.aborted) return;
    since = performance.now();
    controller.abort(name);
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  return controller.signal;
}

/** As a shell counts a process that a signal ended: 130 after a Ctrl-C. */
export function exitCodeAfter(name: Ending): number {
  return 128 + constants.signals[name];
}
