/** An error that the user of a command can solve. The message is one sentence for the user. The exit code is 1. */
export class Problem extends Error {
  override readonly name: string = 'Problem';
  readonly exitCode: number = 1;
}
