import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '../../shared/usage-error.ts';
import { withFile } from '../../shared/with-file.ts';

/** A run of the service on a folder, so that a command finds it. */
export interface Run {
  readonly pid: number;
  readonly url: string;
  readonly dynamodb: string;
}

/** The file of the tables, in a folder that only this user may read. */
export function prepareTablesFile(folder: string): string {
  const path = join(folder, 'tables');
  withFile(`The data folder ${folder}`, 'used', () => {
    const names = existsSync(folder) ? readdirSync(folder) : [];
    if (names.length > 0 && !names.includes('tables')) {
      throw new UsageError(`The folder ${folder} holds other files. Choose a new or empty folder.`);
    }
    for (const each of [folder, path]) if (!existsSync(each)) mkdirSync(each, 0o700);
  });
  return resolve(path, 'tables.sqlite');
}

export function writeRun(folder: string, run: Run): void {
  const file = runFile(folder);
  withFile(file, 'written', () => writeFileSync(file, JSON.stringify(run), { mode: 0o600 }));
}

/** Only the process that has the tables may call it. In a folder that cannot be written, the file stays. */
export function removeRun(folder: string): void {
  try {
    rmSync(runFile(folder), { force: true });
  } catch {}
}

/** The service that serves a folder. Undefined if another command has the tables, or the service has not finished its start. */
export function readRun(folder: string): Run | undefined {
  try {
    const run: Run = JSON.parse(readFileSync(runFile(folder), 'utf8'));
    // Throws for a service that has ended.
    process.kill(run.pid, 0);
    return run;
  } catch {
    return undefined;
  }
}

function runFile(folder: string): string {
  return join(folder, 'run.json');
}
