import { parseArgs } from 'node:util';

/** What cannot be asked for: its message is one sentence. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export interface Options {
  readonly short: boolean;
  readonly help: boolean;
}

export const help = `Proves what the functions promise, and writes the figures into test/README.md.

  npm run prove [-- options]

  --short  only what npm test leaves out, in a minute or two; writes nothing
  --help   this text`;

export const readOptions = (args: readonly string[]): Options => {
  try {
    const options = { short: { type: 'boolean' }, help: { type: 'boolean' } } as const;
    const { short = false, help = false } = parseArgs({ args: [...args], options }).values;
    return { short, help };
  } catch (error) {
    const [sentence] = (error as Error).message.split(/[.\n]/, 1);
    throw new UsageError(`${sentence}. Try --help.`);
  }
};
