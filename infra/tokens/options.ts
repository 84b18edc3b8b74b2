import { parseArgs } from 'node:util';
import { UsageError } from '../local/usage-error.ts';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const options = {
  client: text,
  expires: text,
  overlap: text,
  json: flag,
  data: text,
  stack: text,
  profile: text,
  region: text,
  help: { ...flag, short: 'h' },
} as const;

export type Options = ReturnType<typeof parse>['values'];

/** Options and operands, wherever on the line they stand. */
export const optionsOf = (args: readonly string[]): { values: Options; operands: string[] } => {
  const { values, positionals } = understood(args);
  for (const [name, value] of Object.entries(values)) {
    if (value === '') throw new UsageError(`--${name} is empty.`);
  }
  return { values, operands: positionals };
};

const parse = (args: readonly string[]) =>
  parseArgs({ args: [...args], options, allowPositionals: true });

const understood = (args: readonly string[]): ReturnType<typeof parse> => {
  try {
    return parse(args);
  } catch (error) {
    // What follows its first sentence is advice about dashes.
    const [sentence] = (error as Error).message.split(/[.\n]/);
    throw new UsageError(`${sentence}.`);
  }
};
