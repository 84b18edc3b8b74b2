/** Does nothing any more: figures are printed by the command that measures them. */
export function publish(_: {
  readonly part: string;
  readonly claim: string;
  readonly figure: string;
}): void {}
