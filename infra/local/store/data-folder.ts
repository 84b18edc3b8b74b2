import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../usage-error.ts';

/** Git ignores it; plants and tokens in it survive a restart. */
export const defaultDataFolder = '.plant-store';

/** How to reach the run that serves a data folder right now. */
export type Run = {
  readonly pid: number;
  readonly url: string;
  readonly dynamodb: string;
  /** Where the gateway is managed, as API Gateway is by its own API. */
  readonly apigateway: string;
  readonly tables: Readonly<Record<string, string>>;
};

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

export function writeRun(folder: string, run: Run): void {
  writeFileSync(runPath(folder), `${JSON.stringify(run, undefined, 2)}\n`);
}

export function removeRun(folder: string): void {
  rmSync(runPath(folder), { force: true });
}

/** The run that answers for this folder; what a killed one left behind does not count. */
export async function findRun(folder: string): Promise<Run | undefined> {
  try {
    const run = JSON.parse(readFileSync(runPath(folder), 'utf8')) as Run;
    process.kill(run.pid, 0);
    const health = await fetch(run.dynamodb);
    return (await health.text()).startsWith('healthy') ? run : undefined;
  } catch {
    return undefined;
  }
}

function runPath(folder: string): string {
  return join(folder, 'run.json');
}
