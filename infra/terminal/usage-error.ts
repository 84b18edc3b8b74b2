/** Something the person at the terminal can put right: one sentence, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
