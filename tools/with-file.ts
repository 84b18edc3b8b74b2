import { Problem } from '../infra/problem.ts';
import { UsageError } from './usage-error.ts';

/** Does some work on a file or a folder. A failed call of node:fs becomes one sentence: `plant.json cannot be read (ENOENT).` */
export function withFile<T>(
  file: string,
  change: 'read' | 'removed' | 'used' | 'written',
  work: () => T,
): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Problem) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(`${file} cannot be ${change} (${code ?? message}).`, { cause: error });
  }
}
