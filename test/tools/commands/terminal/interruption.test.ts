import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The module as in a new process: it keeps the state of its process. */
async function load() {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
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
] as const)('a command that %s interrupts has some time to end', (signal, code) => {
  const { exit, interruption } = loaded;
  const { promise: aborted, resolve } = Promise.withResolvers<void>();
  interruption().addEventListener('abort', () => resolve());
  process.emit(signal, signal);
  vi.advanceTimersByTime(14_999);
  expect(exit).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(exit.mock.calls).toEqual([[code]]);
  return aborted;
});

it('a second signal ends it immediately, unless it is the same Ctrl-C', () => {
  const { exit, interruption } = loaded;
  interruption();
  process.emit('SIGINT', 'SIGINT');
  vi.advanceTimersByTime(500);
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
