import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from '../../problem.ts';

/**
 * Node's parseArgs, with errors of one sentence. No value may be empty: an empty path would mean
 * the project itself, and an empty name any address.
 */
export function parseOptions<Config extends ParseArgsConfig>(
  config: Config,
  advice = ' Try --help.',
): ReturnType<typeof parseArgs<Config>> {
  const parsed = parse(config, advice);
  for (const [name, value] of Object.entries(parsed.values)) {
    if (value === '') throw new UsageError(`--${name} is empty.`);
  }
  return parsed;
}

/** The one path that a command takes; undefined where only its help was asked for, which is then printed. */
export function pathOrHelp(
  args: readonly string[],
  {
    help,
    kind,
    usual = '',
  }: { readonly help: string; readonly kind: string; readonly usual?: string },
): string | undefined {
  const { positionals, values } = parseOptions({
    args: [...args],
    allowPositionals: true,
    options: { help: { type: 'boolean' } },
  });
  if (values.help) {
    console.log(help);
    return undefined;
  }
  const [path = usual, ...others] = positionals;
  if (others.length > 0 || path === '') throw new UsageError(`It takes one ${kind}. Try --help.`);
  return path;
}

function parse<Config extends ParseArgsConfig>(config: Config, advice: string) {
  try {
    return parseArgs(config);
  } catch (error) {
    // After its first sentence comes advice about dashes.
    const [sentence] = (error as Error).message.split(/[.\n]/, 1);
    throw new UsageError(`${sentence}.${advice}`);
  }
}

/** The number that an option's text stands for. */
export function wholeNumber(
  option: string,
  text: string,
  { least = 1, most }: { readonly least?: number; readonly most: number },
): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new UsageError(
    `${option} takes a whole number from ${least} to ${most}, not ${JSON.stringify(text)}.`,
  );
}

export function portNumber(option: string, text: string): number {
  return wholeNumber(option, text, { least: 0, most: 65_535 });
}
