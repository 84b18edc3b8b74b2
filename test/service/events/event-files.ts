import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../../events');

/** A file of events/, by its path in there. */
export function readEvent(path: string) {
  return JSON.parse(readFileSync(join(folder, path), 'utf8'));
}

/** The files of the events for one function. */
export function eventFiles(name: string): string[] {
  return readdirSync(join(folder, name)).toSorted();
}
