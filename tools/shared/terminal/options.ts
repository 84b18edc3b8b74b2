import { resolve } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { serviceName } from '../../../functions/service.ts';
import { UsageError } from '../usage-error.ts';

/** Git ignores it. The items and tokens in it survive a restart. */
export const defaultDataFolder = `.${serviceName}`;

export type Options = NonNullable<ParseArgsConfig['options']>;

interface CommandLine<Own extends Options> {
  /** As typed before its own arguments: `npm start`. */
  readonly command: string;
  readonly help: string;
  readonly options: Own;
  /** Whether it takes arguments that are not options. */
  readonly takesOperands?: boolean;
}

/** The options and operands that were given. Prints the help and returns undefined if --help is one of them. */
export function readArguments<const Own extends Options>(
  args: readonly string[],
  { command, help, options: own, takesOperands: allowPositionals = false }: CommandLine<Own>,
  print: (text: string) => void = console.log,
) {
  refuseOptionsOfNpm(command, own);
  const options = { ...own, help: { type: 'boolean', short: 'h' } } as const;
  try {
    const given = parseArgs({ args: [...args], options, allowPositionals });
    // An empty path would mean the project itself, and an empty name any address.
    const [empty] = Object.entries(given.values).find(([, value]) => value === '') ?? [];
    if (empty !== undefined) throw new Error(`--${empty} is empty`);
    if (!('help' in given.values)) return given;
  } catch (error) {
    // Advice about dashes comes after its first sentence.
    const [sentence = ''] = (error as Error).message.split(/[.\n]/, 1);
    throw new UsageError(`${sentence}. Try --help.`);
  }
  print(help);
  return undefined;
}

/** npm keeps the options before `--` for itself: they are variables of the command. */
function refuseOptionsOfNpm(command: string, options: Options): void {
  const taken = Object.keys(options).find(
    (option) => process.env[`npm_config_${option.replaceAll('-', '_')}`] !== undefined,
  );
  if (taken === undefined) return;
  const right = `${command} -- --${taken} …`;
  throw new UsageError(`npm took --${taken} for itself. Write -- before the options: ${right}`);
}

/** The data folder that the user named, or the usual one. */
export function dataFolderOf(given: string | undefined): string {
  return pathOf(given) ?? defaultDataFolder;
}

/** A path as the user means it. npm changes to the project, and this variable has the user's folder. */
export function pathOf<Path extends string | undefined>(given: Path) {
  return given && resolve(process.env['INIT_CWD'] ?? '', given);
}
