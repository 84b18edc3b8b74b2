import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withFile } from '../../shared/with-file.ts';
import type { Noun } from './noun.ts';
import { run } from './program.ts';
import { type Files, withNoun } from './renamed.ts';

/** A file whose name or text changes. Without a new path, it goes. */
export interface ChangedFile {
  readonly path: string;
  readonly newPath: string | undefined;
}

interface Build {
  readonly project: string;
  readonly folder: string;
  readonly files: Files;
  readonly renamed: Files;
  readonly noun: Noun;
}

/** Writes the renamed files into an empty folder, formats them there, and returns what they change. */
export function build({ project, folder, files, renamed, noun }: Build): ChangedFile[] {
  const pairs = [...files.keys()].map((path) => ({ path, newPath: withNoun(path, noun) }));
  for (const { path, newPath } of pairs) {
    const text = renamed.get(newPath);
    if (text !== undefined) write(join(folder, newPath), text, join(project, path));
  }
  format(project, folder);
  return pairs.flatMap(({ path, newPath }) => {
    if (!renamed.has(newPath)) return { path, newPath: undefined };
    const isSame = readFileSync(join(folder, newPath), 'utf8') === files.get(path);
    return path === newPath && isSame ? [] : { path, newPath };
  });
}

/** With the mode of the file that it replaces. */
function write(file: string, text: string, replaced: string): void {
  withFile(file, 'written', () => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { mode: statSync(replaced).mode });
  });
}

/** Longer and shorter names change where lines break, and the order of imports. */
function format(project: string, folder: string): void {
  const biome = join(project, 'node_modules/@biomejs/biome/bin/biome');
  const options = ['check', '--write', '--linter-enabled=false', '.'];
  run({ folder }, process.execPath, biome, ...options);
}
