/** An error that the user of a command can solve. The message is one sentence for the user. The exit code is 1. */
export class Problem extends Error {
  // A subclass, such as UsageError of the tools, has another name and exit code.
  override readonly name: string = 'Problem';
  readonly exitCode: number = 1;
}
