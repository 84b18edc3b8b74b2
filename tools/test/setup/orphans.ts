import { createInterface } from 'node:readline';

// A process beside a worker of the tests. It ends the processes that the worker has started and cannot end any more:
// after --bail, Ctrl-C or kill -9, no hook of a test runs. In each case, the operating system closes this standard
// input. Its lines are `started ID` and `ended ID`.

// A Ctrl-C in a terminal also comes here.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

const running = new Set<number>();
for await (const line of createInterface({ input: process.stdin })) {
  const [event, id] = line.split(' ');
  if (event === 'started') running.add(Number(id));
  else running.delete(Number(id));
}
for (const id of running) {
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
