import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The module as in a new process: it keeps the state of its process. */
async function load() {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['performance'] });
  const before = signals.map((signal) => process.listeners(signal));
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  onTestFinished(() => {
    vi.useRealTimers();
    exit.mockRestore();
    for (const [index, signal] of signals.entries()) {
      for (const listener of process.listeners(signal)) {
        if (!before[index]?.includes(listener)) process.off(signal, listener);
      }
    }
  });
  return { exit, ...(await import('../../../../tools/commands/terminal/interruption.ts')) };
}

let loaded: Awaited<ReturnType<typeof load>>;
beforeEach(async () => {
  loaded = await load();
});

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('%s interrupts a command, which ends in order with %i', (signal, exitCode) => {
  const { exit, interruption } = loaded;
  const interrupted = interruption();
  process.emit(signal, signal);
  expect(interrupted.reason).toMatchObject({ exitCode });
  expect(exit).not.toHaveBeenCalled();
});

it('a second signal ends it immediately, unless it is the same Ctrl-C', () => {
  const { exit, interruption, sameSignalMilliseconds } = loaded;
  interruption();
  process.emit('SIGINT', 'SIGINT');
  vi.advanceTimersByTime(sameSignalMilliseconds);
  process.emit('SIGINT', 'SIGINT');
  expect(exit).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  process.emit('SIGINT', 'SIGINT');
  expect(exit.mock.calls).toEqual([[130]]);
});

it('a command that cannot end in order ends at the first signal', () => {
  const { exit, interrupt } = loaded;
  interrupt('SIGPIPE');
  expect(exit.mock.calls).toEqual([[141]]);
});
