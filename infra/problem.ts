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

/** The text of an error for a terminal. An error that is no Problem is a bug, and shows its stack. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error instanceof Problem ? error.message : (error.stack ?? error.message);
}
