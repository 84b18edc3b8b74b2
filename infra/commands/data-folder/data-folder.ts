import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../terminal/problem.ts';

/** Git ignores it; plants and tokens in it survive a restart. */
export const defaultDataFolder = '.plant-store';

/** How to reach the run that serves a data folder right now. */
export interface Run {
  readonly pid: number;
  readonly url: string;
  readonly dynamodb: string;
  /** Where the gateway is managed, as API Gateway is by its own API. */
  readonly apigateway: string;
  readonly tables: Readonly<Record<string, string>>;
  /** It keeps nothing: what is in the folder is not what it serves. */
  readonly inMemory: boolean;
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

/** Whether a run has ever kept anything there. */
export function holdsTables(folder: string): boolean {
  return existsSync(join(folder, 'tables'));
}

/** A run that keeps its data there takes precedence over one in memory. */
export async function writeRun(folder: string, run: Run): Promise<void> {
  if (run.inMemory && (await findRun(folder))) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(runPath(folder), `${JSON.stringify(run, undefined, 2)}\n`);
}

/** Takes back what the run at this URL wrote there, and no other's. */
export function removeRun(folder: string, url: string): void {
  try {
    if (readRun(folder).url !== url) return;
    rmSync(runPath(folder));
    rmdirSync(folder);
  } catch {
    // Nothing was written, or the folder holds tables.
  }
}

/** The run that answers for this folder; what a killed one left behind does not count. */
export async function findRun(folder: string): Promise<Run | undefined> {
  try {
    const run = readRun(folder);
    process.kill(run.pid, 0);
    const health = await fetch(run.dynamodb);
    return (await health.text()).startsWith('healthy') ? run : undefined;
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
