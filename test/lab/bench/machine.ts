import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

/** Where and when figures were measured; they compare with those of the same run only. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly gigabytes: number;
  readonly node: string;
  readonly date: string;
  /** How many others wanted a core in the minute before. */
  readonly loadBefore: number;
}

export function thisMachine(): Machine {
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    gigabytes: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    date: new Date().toISOString().slice(0, 10),
    loadBefore: Math.round((loadavg()[0] ?? 0) * 10) / 10,
  };
}

export function machineSentence(machine: Machine): string {
  return `${machine.processor}, ${machine.cores} cores, ${machine.gigabytes} GB, Node ${machine.node}, ${machine.date}, load before: ${machine.loadBefore}`;
}
