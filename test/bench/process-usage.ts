import { readFileSync } from 'node:fs';

/** What a process has used so far. */
export interface ProcessUsage {
  /** Milliseconds of all its threads. */
  readonly cpu: number;
  /** Bytes in memory. */
  readonly resident: number;
}

// A tick of Linux's clock for user space, whatever its own rate: proc_pid_stat(5), clock ticks.
const millisecondsOfTick = 10;

/** As Linux tells it; elsewhere nobody does. */
export function usageOf(pid: number): ProcessUsage | undefined {
  try {
    // The name of the program before it may hold spaces.
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const [user, system] = fields.split(' ').slice(11, 13).map(Number);
    const [, kilobytes] = /^VmRSS:\s*(\d+) kB$/m.exec(read(pid)) ?? [];
    return {
      cpu: (Number(user) + Number(system)) * millisecondsOfTick,
      resident: Number(kilobytes) * 1024,
    };
  } catch {
    return undefined;
  }
}

function read(pid: number): string {
  return readFileSync(`/proc/${pid}/status`, 'utf8');
}
