import { Problem } from '../infra/project/problem.ts';
import { UsageError } from './usage-error.ts';

/** A failed call of node:fs becomes one sentence: `event.json cannot be read (ENOENT).` */
export function withFile<T>(file: string, change: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Problem) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code ?? message.replaceAll('\n', ' ');
    throw new UsageError(`${file} cannot be ${change} (${reason}).`, { cause: error });
  }
}
