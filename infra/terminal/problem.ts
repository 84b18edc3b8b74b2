/** What a command cannot do, in one sentence for whoever typed it; exit code 1. */
export class Problem extends Error {
  override readonly name: string = 'Problem';
  readonly exitCode: number = 1;
}

/** What was typed cannot be meant; exit code 2. */
export class UsageError extends Problem {
  override readonly name = 'UsageError';
  override readonly exitCode = 2;
}

/** What went wrong, for a terminal. Anything but a problem is a bug of this program and keeps its stack. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error instanceof Problem ? error.message : (error.stack ?? error.message);
}
