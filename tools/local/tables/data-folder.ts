import {
  existsSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createFolder, isFolder, onFile, Problem, UsageError } from '../../../infra/base.ts';

/** How to reach the run that serves a data folder now. */
export interface Run {
  readonly pid: number;
  readonly url: string;
  readonly dynamodb: string;
  /** The URL of the gateway's management API, with a part that only this run has. */
  readonly apigateway: string;
  readonly tables: Readonly<Record<string, string>>;
  /** Where its data is. */
  readonly store: 'folder' | 'memory';
}

/** Only this user may read the tables. */
export function tablesPath(folder: string): string {
  const path = join(folder, 'tables');
  refuseOtherFiles(folder);
  onFile(`The data folder ${folder}`, 'created', () => createFolder(path, 0o700));
  return path;
}

/** A folder without tables may have only the file of a run. */
function refuseOtherFiles(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isFile()) {
    throw new UsageError(`${folder} is a file, not a folder. Name a new or an empty folder.`);
  }
  const names = isFolder(folder) ? readdirSync(folder) : [];
  if (names.includes('tables') || names.every((name) => name === 'run.json')) return;
  throw new UsageError(`The folder ${folder} has other files. Name a new or an empty folder.`);
}

/** Whether a run has ever stored data in the folder. */
export function holdsTables(folder: string): boolean {
  return existsSync(join(folder, 'tables'));
}

/** A run that stores its data in the folder takes precedence over one that does not. */
export async function writeRun(folder: string | undefined, run: Run): Promise<void> {
  if (folder === undefined) return;
  if (run.store !== 'folder' && (await findRun(folder))) return;
  onFile(runPath(folder), 'written', () => {
    createFolder(folder, 0o700);
    writeFileSync(runPath(folder), `${JSON.stringify(run, undefined, 2)}\n`, { mode: 0o600 });
  });
}

/** Removes the file of the run at this URL, but not that of another run. */
export function removeRun(folder: string | undefined, url: string): void {
  if (folder === undefined || readRun(folder)?.url !== url) return;
  try {
    rmSync(runPath(folder));
    rmdirSync(folder);
  } catch {
    // The folder holds tables.
  }
}

/** The run that serves this folder, unless it was killed and only its file is left. */
export async function findRun(folder: string): Promise<Run | undefined> {
  const run = readRun(folder);
  if (!run) return undefined;
  try {
    process.kill(run.pid, 0);
    // Another run can have the process id and the ports of a killed one, but not the secret part of this URL.
    const { ok } = await fetch(run.apigateway, { signal: AbortSignal.timeout(20_000) });
    return ok ? run : undefined;
  } catch (error) {
    if ((error as Error).name !== 'TimeoutError') return undefined;
    throw new Problem(
      `The process ${run.pid}, which serves ${folder}, does not answer. Continue it if it is suspended, or end it.`,
    );
  }
}

function readRun(folder: string): Run | undefined {
  try {
    return JSON.parse(readFileSync(runPath(folder), 'utf8'));
  } catch {
    return undefined;
  }
}

function runPath(folder: string): string {
  return join(folder, 'run.json');
}
