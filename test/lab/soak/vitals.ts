import { spawnSync } from 'node:child_process';
import { Problem } from '../../../infra/problem.ts';
import { heapInUse } from '../../heap-in-use.ts';

const mebibyte = 1024 * 1024;

/** What the gateway's process and its instances hold while no request is running. */
export interface Vitals {
  readonly requests: number;
  /** In MB, after a collection. */
  readonly heap: number;
  /** In MB, with the embedded tables. */
  readonly resident: number;
  readonly sockets: number;
  /** Things that keep a process alive: sockets, pipes, timers, processes. */
  readonly handles: number;
  readonly pids: readonly number[];
  /** The largest of them, in MB. */
  readonly instance: number;
}

export function takeVitals(requests: number, pids: readonly number[]): Vitals {
  const heap = heapInUse() / mebibyte;
  const resources = process.getActiveResourcesInfo();
  return {
    requests,
    heap,
    resident: process.memoryUsage.rss() / mebibyte,
    sockets: resources.filter((kind) => kind === 'TCPSocketWrap').length,
    handles: resources.length,
    pids: pids.toSorted(),
    instance: residentOf(pids),
  };
}

/** Of the largest; those that have just ended are missing in the next sample's pids. */
function residentOf(pids: readonly number[]): number {
  const args = ['-o', 'rss=', '-p', pids.join()];
  const { stdout, error } = spawnSync('ps', args, { encoding: 'utf8' });
  if (error) throw new Problem('A soak needs the program ps, which is not here.', { cause: error });
  return Math.max(0, ...stdout.trim().split(/\s+/).map(Number)) / 1024;
}
