import { Problem } from '../../infra/project/problem.ts';
import { UsageError } from './usage-error.ts';

/** Calls node:fs for a file that is to be `read`, for example. If the call fails, the error is one sentence. */
export function withFile<T>(file: string, done: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof Problem ? error : fileProblem(file, done, error);
  }
}

/** A failed call of node:fs as one sentence: `event.json cannot be read (ENOENT).` */
export function fileProblem(file: string, done: string, error: unknown): UsageError {
  const { code, message } = error as NodeJS.ErrnoException;
  const reason = code ?? message.replaceAll('\n', ' ');
  return new UsageError(`${file} cannot be ${done} (${reason}).`, { cause: error });
}
