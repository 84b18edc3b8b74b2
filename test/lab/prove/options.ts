import { parseOptions } from '../../../infra/commands/terminal/options.ts';

export interface Options {
  readonly short: boolean;
  readonly help: boolean;
}

export const help = `Proves what the functions promise, and writes the figures into test/README.md.

  npm run prove [-- options]

  --short  only what npm test leaves out, in a minute or two; writes nothing
  --help   this text`;

export function readOptions(args: readonly string[]): Options {
  const options = { short: { type: 'boolean' }, help: { type: 'boolean' } } as const;
  const { short = false, help = false } = parseOptions({ args: [...args], options }).values;
  return { short, help };
}
