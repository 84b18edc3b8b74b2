import { expect, it, onTestFinished, vi } from 'vitest';
import { Interruption, interruption } from '../../../../tools/commands/terminal/interruption.ts';

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s interrupts a command, and the next one does not end it: npm sends it, too',
  (signal) => {
    const listen = vi.spyOn(process, 'on');
    onTestFinished(() => {
      for (const [name, listener] of listen.mock.calls) process.off(name, listener);
      listen.mockRestore();
    });
    const interrupted = interruption();
    process.emit(signal, signal);
    expect(interrupted.reason).toBeInstanceOf(Interruption);
    // Without a listener, it would end the process.
    expect(process.emit(signal, signal)).toBe(true);
  },
);
