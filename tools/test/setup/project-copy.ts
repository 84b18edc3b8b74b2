import { cpSync } from 'node:fs';
import { join } from 'node:path';

/** Copies parts of this project into a folder, but no packages: the laboratory can have many of its own. */
export function copyParts(parts: readonly string[], folder: string): void {
  for (const part of parts) {
    cpSync(part, join(folder, part), {
      recursive: true,
      filter: (path) => !path.includes('node_modules'),
    });
  }
}
