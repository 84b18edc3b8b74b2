import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Makes one level after the other, because Node's recursive mkdir never returns for paths such as /proc/x/y. */
export function createFolder(path: string, mode?: number): void {
  if (isFolder(path)) return;
  if (dirname(path) !== path) createFolder(dirname(path), mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process was perhaps faster.
    if (!isFolder(path)) throw error;
  }
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
