import { parseOptions } from '../../terminal/options.ts';

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
export function optionsOf(args: readonly string[]): { values: Options; operands: string[] } {
  const { values, positionals } = parse(args);
  return { values, operands: positionals };
}

// Its usage is shown with each complaint, so that none needs to advise --help.
function parse(args: readonly string[]) {
  return parseOptions({ args: [...args], options, allowPositionals: true }, '');
}
