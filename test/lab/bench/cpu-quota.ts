import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Gives a process the share of a core that Lambda gives a memory size; elsewhere it cannot be given. */
export interface CpuQuota {
  readonly apply: (pid: number, megabytes: number) => void;
  readonly remove: () => void;
}

// https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html
export const fullCoreMegabytes = 1769;
const periodMicroseconds = 20_000;

/** By control groups of version 1 or 2, or the sentence that says why not. */
export function cpuQuota(): CpuQuota | string {
  const root = roots().find(isUsable);
  if (root === undefined) {
    return 'No CPU quota can be set here (it takes control groups and the right to make one): only full-core rows.';
  }
  const groups = new Map<number, string>();
  const groupOf = (megabytes: number): string => {
    const known = groups.get(megabytes);
    if (known !== undefined) return known;
    const folder = makeGroup(root, megabytes);
    groups.set(megabytes, folder);
    return folder;
  };
  return {
    apply: (pid, megabytes) => {
      if (megabytes >= fullCoreMegabytes) return;
      writeFileSync(join(groupOf(megabytes), 'cgroup.procs'), String(pid));
    },
    remove: () => {
      for (const folder of groups.values()) removeGroup(folder);
      groups.clear();
    },
  };
}

/** Where this process's own group lies, and the group above all. */
function roots(): string[] {
  if (!existsSync('/proc/self/cgroup')) return [];
  return readFileSync('/proc/self/cgroup', 'utf8')
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [, controllers = '', path = '/'] = line.split(':');
      if (controllers === '') return [join('/sys/fs/cgroup', path), '/sys/fs/cgroup'];
      return controllers.split(',').includes('cpu')
        ? [join('/sys/fs/cgroup', controllers, path)]
        : [];
    });
}

function isUsable(root: string): boolean {
  // Where version 1 is mounted, the folder above it is no group but a place to write plain files to.
  if (!existsSync(join(root, 'tasks')) && !existsSync(join(root, 'cgroup.controllers')))
    return false;
  try {
    rmdirSync(makeGroup(root, 128));
    return true;
  } catch {
    return false;
  }
}

/** With what is still in it, where the benchmark is interrupted; that takes a moment to end. */
function removeGroup(folder: string): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      rmdirSync(folder);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EBUSY' || attempt === 50) throw error;
    }
    const left = readFileSync(join(folder, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean);
    for (const pid of left) process.kill(Number(pid), 'SIGKILL');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  }
}

function makeGroup(root: string, megabytes: number): string {
  const folder = join(root, `plant-store-bench-${process.pid}-${megabytes}`);
  const quota = Math.round((periodMicroseconds * megabytes) / fullCoreMegabytes);
  const isFirstVersion = existsSync(join(root, 'tasks'));
  if (!isFirstVersion) writeFileSync(join(root, 'cgroup.subtree_control'), '+cpu');
  mkdirSync(folder);
  try {
    if (isFirstVersion) {
      // A group competes as a whole, whatever the priority of what is in it.
      writeFileSync(join(folder, 'cpu.shares'), '262144');
      writeFileSync(join(folder, 'cpu.cfs_period_us'), String(periodMicroseconds));
      writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(quota));
    } else {
      writeFileSync(join(folder, 'cpu.weight'), '10000');
      writeFileSync(join(folder, 'cpu.max'), `${quota} ${periodMicroseconds}`);
    }
  } catch (error) {
    rmdirSync(folder);
    throw error;
  }
  return folder;
}
