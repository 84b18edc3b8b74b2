import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../events');

/** A file of events/, by its path in there. */
export const readEvent = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8'));

/** The files of the events for one function. */
export const eventFiles = (name: string): string[] => readdirSync(join(folder, name)).toSorted();
