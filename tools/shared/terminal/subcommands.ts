import { UsageError } from '../usage-error.ts';

/** What follows the name of a command: `revoke` of `token revoke`. */
export interface Subcommand<Given, Action> {
  /** Its options, beside those of all. */
  readonly options?: readonly string[];
  readonly takesOperand?: true;
  readonly read: (given: Given, operand: string | undefined) => Action;
}

/** What the user wants to be done. `shared` are the options that each subcommand has. */
export function readSubcommand<Given extends object, Action>(
  subcommands: Readonly<Record<string, Subcommand<Given, Action>>>,
  shared: readonly string[],
  given: Given,
  [name = '', ...operands]: readonly string[],
): Action {
  const { options = [], takesOperand, read } = commandNamed(subcommands, name);
  const allowed = [...options, ...shared];
  const other = Object.keys(given).find((option) => !allowed.includes(option));
  if (other !== undefined) throw new UsageError(`${name} has no option --${other}.`);
  const operand = takesOperand ? operands.shift() : undefined;
  if (operands.length > 0) throw new UsageError(`Unexpected argument ${operands[0]}. Try --help.`);
  return read(given, operand);
}

/** The one of these commands that has this name. */
export function commandNamed<Command>(
  commands: Readonly<Record<string, Command>>,
  name: string,
): Command {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command !== undefined) return command;
  const problem = name === '' ? 'A command is missing' : `There is no command ${name}`;
  throw new UsageError(`${problem}: use one of ${Object.keys(commands).join(', ')}. Try --help.`);
}
