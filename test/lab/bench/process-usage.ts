import { readFileSync } from 'node:fs';

/** What a process has used so far. */
export interface ProcessUsage {
  /** Milliseconds of all its threads. */
  readonly cpu: number;
  /** Bytes in memory. */
  readonly resident: number;
}

/** As Linux tells it; elsewhere nobody does. */
export function usageOf(pid: number): ProcessUsage | undefined {
  try {
    const [, kilobytes] = /^VmRSS:\s*(\d+) kB$/m.exec(read(`${pid}/status`)) ?? [];
    return { cpu: clockOf(`${pid}`), resident: Number(kilobytes) * 1024 };
  } catch {
    return undefined;
  }
}

// A tick of Linux's clock for user space, whatever its own rate: proc_pid_stat(5), clock ticks.
const millisecondsOfTick = 10;

/** Milliseconds of CPU of a process, or of one of its threads, by its folder in /proc. */
export function clockOf(folder: string): number {
  // The name of the program before it may hold spaces.
  const [, fields = ''] = read(`${folder}/stat`).split(') ');
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return (Number(user) + Number(system)) * millisecondsOfTick;
}

function read(path: string): string {
  return readFileSync(`/proc/${path}`, 'utf8');
}
