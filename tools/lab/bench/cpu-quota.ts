import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceName } from '../../../functions/service.ts';

/** Limits a process to the share of a core that Lambda gives a memory size. The result removes the limit. */
export type CpuQuota = (pid: number, megabytes: number) => () => void;

// https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html
export const fullCoreMegabytes = 1769;
const periodMicroseconds = 20_000;

/** By control groups of version 1 or 2. Undefined if this process may make none. */
export function createCpuQuota(): CpuQuota | undefined {
  const root = roots().find(isUsable);
  if (root === undefined) return undefined;
  return (pid, megabytes) => {
    if (megabytes >= fullCoreMegabytes) return () => {};
    const folder = makeGroup(root, `${pid}`, megabytes);
    writeFileSync(join(folder, 'cgroup.procs'), `${pid}`);
    return () => rmdirSync(folder);
  };
}

/** The folders of this process's own groups, and the folder above all groups of version 2. */
function roots(): string[] {
  if (!existsSync('/proc/self/cgroup')) return [];
  const lines = readFileSync('/proc/self/cgroup', 'utf8').trim().split('\n');
  return lines.flatMap((line) => {
    const [, controllers = '', path = '/'] = line.split(':');
    if (controllers === '') return [join('/sys/fs/cgroup', path), '/sys/fs/cgroup'];
    return controllers.split(',').includes('cpu')
      ? [join('/sys/fs/cgroup', controllers, path)]
      : [];
  });
}

function isUsable(root: string): boolean {
  try {
    rmdirSync(makeGroup(root, 'try', 128));
    return true;
  } catch {
    return false;
  }
}

function makeGroup(root: string, name: string, megabytes: number): string {
  const folder = join(root, `${serviceName}-bench-${name}`);
  const quota = Math.round((periodMicroseconds * megabytes) / fullCoreMegabytes);
  const isFirstVersion = existsSync(join(root, 'tasks'));
  // The folder above all groups of version 1 is not a group.
  if (!isFirstVersion) writeFileSync(join(root, 'cgroup.subtree_control'), '+cpu', { flag: 'r+' });
  mkdirSync(folder);
  const limits: Readonly<Record<string, string>> = isFirstVersion
    ? { 'cpu.cfs_period_us': `${periodMicroseconds}`, 'cpu.cfs_quota_us': `${quota}` }
    : { 'cpu.max': `${quota} ${periodMicroseconds}` };
  try {
    for (const [file, limit] of Object.entries(limits)) writeFileSync(join(folder, file), limit);
  } catch (error) {
    rmdirSync(folder);
    throw error;
  }
  return folder;
}
