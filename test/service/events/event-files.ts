import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../../events');

/** A file of events/, by its path there. */
export function readEvent(path: string) {
  return JSON.parse(readFileSync(join(folder, path), 'utf8'));
}

/** The events for one function, by their paths in events/. */
export function eventFiles(name: string): string[] {
  return readdirSync(join(folder, name))
    .map((file) => `${name}/${file}`)
    .toSorted();
}
