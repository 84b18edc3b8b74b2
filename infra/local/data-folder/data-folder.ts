import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../problem.ts';

/** Git ignores it; plants and tokens in it survive a restart. */
export const defaultDataFolder = '.plant-store';

/** How to reach the run that serves a data folder now. */
export interface Run {
  readonly pid: number;
  readonly url: string;
  readonly dynamodb: string;
  /** The URL of the gateway's management API. */
  readonly apigateway: string;
  readonly tables: Readonly<Record<string, string>>;
  /** Where its data is: in the folder, in memory, or in a DynamoDB that somebody else runs. */
  readonly store: 'folder' | 'memory' | 'dynamodb';
}

export function tablesPath(folder: string): string {
  const path = join(folder, 'tables');
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`The data folder ${folder} cannot be created (${code}).`);
  }
  return path;
}

/** Whether a run has ever stored data in the folder. */
export function holdsTables(folder: string): boolean {
  return existsSync(join(folder, 'tables'));
}

/** A run that stores its data in the folder takes precedence over one that does not. */
export async function writeRun(folder: string, run: Run): Promise<void> {
  if (run.store !== 'folder' && (await findRun(folder))) return;
  mkdirSync(folder, { recursive: true });
  // Nobody may read half of it.
  const file = `${runPath(folder)}.${process.pid}`;
  writeFileSync(file, `${JSON.stringify(run, undefined, 2)}\n`);
  // Windows replaces no file that a command is reading, but it removes one.
  if (process.platform === 'win32') rmSync(runPath(folder), { force: true });
  renameSync(file, runPath(folder));
}

/** Removes what the run at this URL wrote there, but nothing of another run. */
export function removeRun(folder: string, url: string): void {
  try {
    if (readRun(folder).url !== url) return;
    rmSync(runPath(folder));
    rmdirSync(folder);
  } catch {
    // Nothing was written, or the folder holds tables.
  }
}

/** The run that serves this folder, unless it was killed and only its file is left. */
export async function findRun(folder: string): Promise<Run | undefined> {
  try {
    const run = readRun(folder);
    process.kill(run.pid, 0);
    const health = await fetch(run.dynamodb);
    // Amazon's DynamoDB Local answers nothing but an error to this.
    const itself = run.store === 'dynamodb' || (await health.text()).startsWith('healthy');
    return itself ? run : undefined;
  } catch {
    return undefined;
  }
}

function readRun(folder: string): Run {
  return JSON.parse(readFileSync(runPath(folder), 'utf8'));
}

function runPath(folder: string): string {
  return join(folder, 'run.json');
}
