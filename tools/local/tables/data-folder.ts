import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '../../shared/usage-error.ts';
import { withFile } from '../../shared/with-file.ts';

/** The service that serves a folder, so that a command finds it. It stands in run.json. */
export interface RunningService {
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

export function writeRunningService(folder: string, service: RunningService): void {
  const file = serviceFile(folder);
  withFile(file, 'written', () => writeFileSync(file, JSON.stringify(service), { mode: 0o600 }));
}

/** Only the process that has the tables may call it. In a folder that cannot be written, the file stays. */
export function removeRunningService(folder: string): void {
  try {
    rmSync(serviceFile(folder), { force: true });
  } catch {}
}

/** The service that serves a folder. Undefined if another command has the tables, or the service has not finished its start. */
export function readRunningService(folder: string): RunningService | undefined {
  try {
    const service: RunningService = JSON.parse(readFileSync(serviceFile(folder), 'utf8'));
    // Throws for a service that has ended.
    process.kill(service.pid, 0);
    return service;
  } catch {
    return undefined;
  }
}

function serviceFile(folder: string): string {
  return join(folder, 'run.json');
}
