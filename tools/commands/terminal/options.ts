import { resolve } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from '../../../infra/base.ts';

/** An option of a command. With `takes` it needs a text, otherwise it is a flag. */
interface Option {
  /** The name of its text in the help. */
  readonly takes?: string;
  readonly default?: string;
  /** Its text if it is given without one; then its text must be a number. */
  readonly alone?: string;
  readonly help: string;
}

/** All that a command takes. The parser and the help text are made from it. */
export interface CommandLine<Options extends Readonly<Record<string, Option>>> {
  /** As typed before its own arguments: `npm start`. */
  readonly command: string;
  readonly about: string;
  /** The arguments of each way to call it. */
  readonly usage: readonly string[];
  /** Arguments that are not options, or names of subcommands, with their help. */
  readonly operands?: Readonly<Record<string, string>>;
  readonly options: Options;
  readonly notes?: string;
}

type AnyCommandLine = CommandLine<Readonly<Record<string, Option>>>;

export type Values<Options> = {
  readonly [Name in keyof Options]: Options[Name] extends { takes: string }
    ? Options[Name] extends { default: string }
      ? string
      : string | undefined
    : boolean | undefined;
} & { readonly help?: boolean | undefined };

/** The options and operands that were given. Prints the help and returns undefined if --help is one of them. */
export function readArguments<const Options extends Readonly<Record<string, Option>>>(
  args: readonly string[],
  line: CommandLine<Options>,
  print: (text: string) => void = console.log,
): { values: Values<Options>; positionals: string[] } | undefined {
  refuseOptionsOfNpm(args, line);
  const { values, positionals } = parse(args, line);
  // An empty path would mean the project itself, and an empty name any address.
  const empty = Object.keys(values).find((name) => values[name] === '');
  if (empty !== undefined) throw new UsageError(`--${empty} is empty.`);
  for (const [name, { takes = '' }] of Object.entries(line.options)) {
    const value = values[name];
    const path = { DIR: pathOf, FILE: inputOf }[takes];
    if (path && typeof value === 'string') values[name] = path(value);
  }
  if (values['help'] !== true) return { values: values as Values<Options>, positionals };
  print(helpText(line));
  return undefined;
}

/** Node's parseArgs, with errors of one sentence. */
function parse(args: readonly string[], line: AnyCommandLine) {
  const options: NonNullable<ParseArgsConfig['options']> = {
    help: { type: 'boolean', short: 'h' },
  };
  for (const [name, { takes, default: usual }] of Object.entries(line.options)) {
    options[name] = { type: takes === undefined ? 'boolean' : 'string' };
    if (usual !== undefined) options[name].default = usual;
  }
  try {
    const complete = args.map((arg, index) => {
      const alone = arg.startsWith('--') ? line.options[arg.slice(2)]?.alone : undefined;
      return alone === undefined || /^\d/.test(args[index + 1] ?? '') ? arg : `${arg}=${alone}`;
    });
    return parseArgs({ args: complete, allowPositionals: line.operands !== undefined, options });
  } catch (error) {
    // Advice about dashes comes after its first sentence.
    const [sentence = ''] = (error as Error).message.split(/[.\n]/, 1);
    const clear = sentence.replace(
      'argument is ambiguous',
      'needs a value that begins without a dash',
    );
    throw new UsageError(`${clear}. Try --help.`);
  }
}

/** The one path that a command takes. Undefined if the help was printed. */
export function readPath(
  args: readonly string[],
  line: AnyCommandLine,
  usual?: string,
): string | undefined {
  const given = readArguments(args, line);
  if (given === undefined) return undefined;
  const [path = usual, ...others] = given.positionals;
  if (!path || others.length > 0) throw new UsageError('It takes one path. Try --help.');
  return pathOf(path);
}

/** A path as the user means it. npm changes to the project, and this variable has the user's folder. */
function pathOf(given: string): string {
  return resolve(process.env['INIT_CWD'] ?? '', given);
}

/** The same for a file that is read; `-` is standard input. */
export function inputOf(given: string): string {
  return given === '-' ? given : pathOf(given);
}

/** A path as a word of a command that the user can copy. */
export function quoted(path: string): string {
  return /\s/.test(path) ? `"${path}"` : path;
}

/** npm keeps options before `--` for itself: they are variables of the command, and `N` of `--port N` is an operand. */
function refuseOptionsOfNpm(args: readonly string[], line: AnyCommandLine): void {
  const taken = Object.entries(line.options).flatMap(([name, { takes }]) => {
    const value = process.env[`npm_config_${name.replaceAll('-', '_')}`];
    const isGiven = args.some((arg) => arg.split('=', 1)[0] === `--${name}`);
    return value === undefined || isGiven ? [] : [{ option: `--${name}`, takes, value }];
  });
  const [first] = taken;
  if (first === undefined) return;
  const lost = taken.filter(({ takes, value }) => takes !== undefined && value === 'true').length;
  const names = Object.keys(line.operands ?? {});
  const values = args.filter((arg) => !names.includes(arg)).slice(lost > 0 ? -lost : args.length);
  const options = taken.flatMap(({ option, takes, value }) => {
    if (takes === undefined) return option;
    // Nothing shows which of several values belongs to which option.
    return [option, value !== 'true' ? value : (lost === 1 && values[0]) || takes];
  });
  const words = [...args.filter((arg) => !values.includes(arg)), ...options];
  const example = words.map((word) => (/\s/.test(word) ? JSON.stringify(word) : word)).join(' ');
  throw new UsageError(
    `npm took ${first.option} for itself. Write -- before it: ${line.command} -- ${example}`,
  );
}

function helpText(line: AnyCommandLine): string {
  const { about, command, usage, operands = {}, options, notes } = line;
  const rows: [string, string][] = [
    ...Object.entries(operands),
    ...Object.entries(options).map(([name, option]): [string, string] => [
      `--${name}${option.takes === undefined ? '' : ` ${option.takes}`}`,
      `${option.help}${option.default === undefined ? '' : ` (default ${option.default})`}`,
    ]),
    ['--help', 'this text'],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return [
    about,
    usage.map((given) => `  ${command}${given === '' ? '' : ` -- ${given}`}`).join('\n'),
    rows.map(([name, help]) => `  ${name.padEnd(width)}  ${help}`).join('\n'),
    ...(notes === undefined ? [] : [notes]),
  ].join('\n\n');
}

/** The number in an option's text. */
export function wholeNumber(
  option: string,
  text: string,
  { least = 1, most }: { readonly least?: number; readonly most: number },
): number {
  const value = Number(text);
  if (/^\d{1,15}$/.test(text) && value >= least && value <= most) return value;
  throw new UsageError(
    `${option} takes a whole number from ${least} to ${most}, not ${JSON.stringify(text)}.`,
  );
}
