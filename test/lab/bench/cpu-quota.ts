import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Limits a process to the share of a core that Lambda gives a memory size. The result removes the limit. */
export type CpuQuota = (pid: number, megabytes: number) => () => void;

// https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html
export const fullCoreMegabytes = 1769;
const periodMicroseconds = 20_000;

/** By control groups of version 1 or 2; or the sentence that says why not. */
export function cpuQuota(): CpuQuota | string {
  const root = roots().find(isUsable);
  if (root === undefined) {
    return 'No CPU quota can be set here (it takes control groups and the right to make one): only full-core rows.';
  }
  return (pid, megabytes) => {
    if (megabytes >= fullCoreMegabytes) return () => {};
    const folder = makeGroup(root, String(pid), megabytes);
    writeFileSync(join(folder, 'cgroup.procs'), String(pid));
    return () => rmdirSync(folder);
  };
}

/** The folder of this process's own group, and the folder above all groups. */
function roots(): string[] {
  if (!existsSync('/proc/self/cgroup')) return [];
  const lines = readFileSync('/proc/self/cgroup', 'utf8').trim().split('\n');
  return lines.flatMap((line) => {
    const [, controllers = '', path = '/'] = line.split(':');
    if (controllers === '') return [join('/sys/fs/cgroup', path), '/sys/fs/cgroup'];
    const hasCpu = controllers.split(',').includes('cpu');
    return hasCpu ? [join('/sys/fs/cgroup', controllers, path)] : [];
  });
}

function isFirstVersion(root: string): boolean {
  return existsSync(join(root, 'tasks'));
}

function isUsable(root: string): boolean {
  // If version 1 is mounted, the folder above it is not a group.
  if (!isFirstVersion(root) && !existsSync(join(root, 'cgroup.controllers'))) return false;
  try {
    rmdirSync(makeGroup(root, 'try', 128));
    return true;
  } catch {
    return false;
  }
}

function makeGroup(root: string, name: string, megabytes: number): string {
  const folder = join(root, `plant-store-bench-${name}`);
  const quota = Math.round((periodMicroseconds * megabytes) / fullCoreMegabytes);
  if (!isFirstVersion(root)) writeFileSync(join(root, 'cgroup.subtree_control'), '+cpu');
  mkdirSync(folder);
  try {
    if (isFirstVersion(root)) {
      writeFileSync(join(folder, 'cpu.cfs_period_us'), String(periodMicroseconds));
      writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(quota));
    } else writeFileSync(join(folder, 'cpu.max'), `${quota} ${periodMicroseconds}`);
  } catch (error) {
    rmdirSync(folder);
    throw error;
  }
  return folder;
}
