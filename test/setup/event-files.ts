import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { functions, type LiveName } from '../../functions/service.ts';

const folder = join(import.meta.dirname, '../../events');

/** A file of events/, by its path there. */
export function readEvent(path: string) {
  return JSON.parse(readFileSync(join(folder, path), 'utf8'));
}

/** The folder of a function, in functions/ and in events/. */
export function folderOf(name: LiveName): string {
  return basename(dirname(functions[name].file));
}

/** The events for one function, by their paths in events/. */
export function eventFiles(name: string): string[] {
  return globSync('*.json', { cwd: join(folder, name) })
    .map((file) => `${name}/${file}`)
    .toSorted();
}
