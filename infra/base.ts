import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** A command cannot do its work. The message is one sentence for the user; the exit code is 1. */
export class Problem extends Error {
  override readonly name: string = 'Problem';
  readonly exitCode: number = 1;
}

/** The arguments are wrong; the exit code is 2. */
export class UsageError extends Problem {
  override readonly name = 'UsageError';
  override readonly exitCode = 2;
}

/** Does some work on a file or a folder. A failed call of node:fs becomes one sentence: `plant.json cannot be read (ENOENT).` */
export function onFile<T>(file: string, change: 'created' | 'read' | 'written', work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Problem) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(`${file} cannot be ${change} (${code ?? message}).`, { cause: error });
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Makes one level after the other, because Node's recursive mkdir never returns for paths such as /proc/x/y. */
export function createFolder(path: string, mode?: number): void {
  if (isFolder(path)) return;
  if (dirname(path) !== path) createFolder(dirname(path), mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process was perhaps faster.
    if (!isFolder(path)) throw error;
  }
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** The version of Node for which functions are bundled, and on which they run. package.json has it for this machine. */
export const nodeMajor = 24;

/** Of each function. Lambda's share of a CPU grows with it: docs/COST.md has its price, the benchmark its effect. */
export const memoryMegabytes = 512;

/** The form of a region of AWS. */
export const regionName = /^[a-z]{2,4}(-[a-z]+)+-\d$/;
