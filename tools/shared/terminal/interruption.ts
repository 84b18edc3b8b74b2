/**
 * Aborts at the first Ctrl-C, SIGTERM or closed terminal, so that a command can end in order. Later signals change
 * nothing: the terminal and npm both send a Ctrl-C.
 */
export function createInterruption(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => controller.abort());
  }
  // Node's watcher has gone.
  process.once('disconnect', () => controller.abort());
  return controller.signal;
}
