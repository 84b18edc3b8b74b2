import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from './usage-error.ts';

/** Node's parseArgs, but for its complaints: what follows their first sentence is advice about dashes. */
export function parseOptions<Config extends ParseArgsConfig>(
  config: Config,
  advice = ' Try --help.',
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const [sentence] = (error as Error).message.split(/[.\n]/, 1);
    throw new UsageError(`${sentence}.${advice}`);
  }
}

/** An empty path would mean the project itself, and an empty name any address. */
export function refuseEmpty(values: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === '') throw new UsageError(`--${name} is empty.`);
  }
}
