import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { UsageError } from '../../shared/usage-error.ts';
import { withFile } from '../../shared/with-file.ts';

export type Steps = ReturnType<typeof createSteps>;

/** Changes of files that can be taken back. */
export function createSteps() {
  const inverses: (() => void)[] = [];

  function makeFolder(folder: string): void {
    if (existsSync(folder)) return;
    makeFolder(dirname(folder));
    mkdirSync(folder);
    inverses.push(() => rmdirSync(folder));
  }

  return {
    /** Never onto another file. */
    move(from: string, to: string): void {
      withFile(from, `moved to ${to}`, () => {
        makeFolder(dirname(to));
        if (lstatSync(to, { throwIfNoEntry: false }) !== undefined) {
          throw new UsageError(`${to} is there already, and Git does not know it. Move it away.`);
        }
        renameSync(from, to);
      });
      inverses.push(() => renameSync(to, from));
    },

    write(file: string, text: string): void {
      withFile(file, 'written', () => {
        makeFolder(dirname(file));
        const before = existsSync(file) ? readFileSync(file) : undefined;
        writeFileSync(file, text);
        inverses.push(() => (before ? writeFileSync(file, before) : rmSync(file)));
      });
    },

    /** Brings back what was there before, in the opposite order. */
    undo(): void {
      for (const inverse of inverses.toReversed()) inverse();
    },
  };
}
