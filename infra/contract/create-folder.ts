import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** Makes one level after the other, because Node's recursive mkdir never returns for a path such as /proc/x/y. */
export function createFolder(folder: string): void {
  if (existsSync(folder)) return;
  createFolder(dirname(folder));
  mkdirSync(folder);
}
