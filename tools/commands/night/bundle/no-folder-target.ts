import { UsageError } from '../../../shared/usage-error.ts';

/** In the place of tools/shared/target/folder-target.ts, in the file for CloudShell: it has no local tables. */
export function openFolderTarget(): never {
  throw new UsageError('--stack is missing: name the stack of the stage.');
}
