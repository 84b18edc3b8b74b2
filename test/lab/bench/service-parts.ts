import { readdirSync, readFileSync } from 'node:fs';
import { clockOf } from './process-usage.ts';
import { sum } from './statistics.ts';

/** Where the CPU of a request to the local service goes, in milliseconds. */
export interface ServicePart {
  readonly name: string;
  readonly cpu: number;
}

/** Begins to count; what it gives ends, for so many requests. Nothing, where the kernel does not tell by /proc. */
export function countParts(servicePid: number): (requests: number) => readonly ServicePart[] {
  const before = clocks(servicePid);
  return (requests) => {
    const after = clocks(servicePid);
    return Object.entries(after).map(([name, milliseconds]) => ({
      name,
      cpu: (milliseconds - (before[name] ?? 0)) / requests,
    }));
  };
}

function clocks(service: number): Readonly<Record<string, number>> {
  try {
    const threads = threadsOf(service);
    const stores = threads.filter((thread) => nameOf(service, thread) === 'WorkerThread');
    const gateway = threads.filter((thread) => !stores.includes(thread));
    const instances = threads.flatMap((thread) => childrenOf(service, thread));
    const { user, system } = process.cpuUsage();
    return {
      'functions, one process an instance': sum(instances.map((pid) => clockOf(`${pid}`))),
      'the embedded store, a thread': sum(stores.map((it) => clockOf(`${service}/task/${it}`))),
      'gateway, fleets, log': sum(gateway.map((it) => clockOf(`${service}/task/${it}`))),
      'the clients themselves': (user + system) / 1000,
    };
  } catch {
    return {};
  }
}

function threadsOf(pid: number): string[] {
  return readdirSync(`/proc/${pid}/task`);
}

function nameOf(pid: number, thread: string): string {
  return readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8').trim();
}

function childrenOf(pid: number, thread: string): number[] {
  const text = readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8');
  return text.split(' ').filter(Boolean).map(Number);
}
