import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Problem } from '../../../infra/project/problem.ts';
import { UsageError } from '../../shared/usage-error.ts';
import { withFile } from '../../shared/with-file.ts';
import type { ChangedFile } from './build.ts';
import { createSteps, type Steps } from './steps.ts';

/**
 * Builds the new files apart, and then puts them in the place of the old ones: all of them, or none. It touches no other
 * file. `finish` gets all old and new paths.
 */
export function takeOver(
  project: string,
  build: (folder: string) => readonly ChangedFile[],
  finish: (paths: readonly string[], write: Steps['write']) => void,
): void {
  // In the project, because a file can only be moved inside one file system.
  const workspace = withFile(project, 'changed', () => mkdtempSync(join(project, '.rename-')));
  const [built, replaced] = [join(workspace, 'built'), join(workspace, 'replaced')];
  const steps = createSteps();
  try {
    mkdirSync(built);
    const changes = build(built);
    const paths = changes.map(({ path }) => path);
    const newPaths = changes.flatMap(({ newPath }) => newPath ?? []);
    for (const path of paths) steps.move(join(project, path), join(replaced, path));
    for (const path of newPaths) steps.move(join(built, path), join(project, path));
    finish([...paths, ...newPaths], steps.write);
    for (const path of paths) removeEmptyFolders(dirname(join(project, path)));
  } catch (error) {
    undo(steps, workspace, error);
    rmSync(workspace, { recursive: true });
    if (!(error instanceof Problem)) throw error;
    throw new UsageError(`${error.message} All files are as they were.`, { cause: error });
  }
  rmSync(workspace, { recursive: true });
}

function undo(steps: Steps, workspace: string, cause: unknown): void {
  try {
    steps.undo();
  } catch (error) {
    const [why, whyNotBack] = [cause, error].map((one) => (one as Error).message);
    throw new UsageError(
      `${why} Not all files could be brought back (${whyNotBack}): git restore . does it, git status shows the new ones, and ${workspace} holds the old ones.`,
      { cause },
    );
  }
}

/** One that is in use can stay: Git does not know folders. */
function removeEmptyFolders(folder: string): void {
  try {
    if (!existsSync(folder) || readdirSync(folder).length > 0) return;
    rmdirSync(folder);
  } catch {
    return;
  }
  removeEmptyFolders(dirname(folder));
}
