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

/** What a failed call of node:fs means for a file that the user named: `plant.json cannot be read (ENOENT).` */
export function fileProblem(
  file: string,
  change: 'created' | 'opened' | 'read' | 'written',
  cause: unknown,
): UsageError {
  const { code, message } = cause as NodeJS.ErrnoException;
  return new UsageError(`${file} cannot be ${change} (${code ?? message}).`, { cause });
}
