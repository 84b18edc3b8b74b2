/** The command cannot do what it was asked to: one sentence, exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
