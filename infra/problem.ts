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

/** Does some work on a file that the user named. A failed call of node:fs becomes one sentence. */
export function onFile<T>(file: string, change: 'read' | 'written', work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof Problem ? error : fileProblem(file, change, error);
  }
}

/** The sentence for a failed call of node:fs: `plant.json cannot be read (ENOENT).` */
export function fileProblem(
  file: string,
  change: 'created' | 'opened' | 'read' | 'written',
  cause: unknown,
): UsageError {
  const { code, message } = cause as NodeJS.ErrnoException;
  return new UsageError(`${file} cannot be ${change} (${code ?? message}).`, { cause });
}
