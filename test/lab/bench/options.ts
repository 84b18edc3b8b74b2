import { parseOptions, wholeNumber } from '../../../infra/commands/terminal/options.ts';

/** `out` is undefined if no results are written. */
export type BenchOptions = ReturnType<typeof readBenchOptions>;

export const benchHelp = `Measures cold starts and warm invocations, and prints tables.

  npm run bench -- [options]

  --rounds N  how often each cold start is measured (default 40, with --quick 3)
  --quick     a few rounds on any machine, to see that it works: its figures mean nothing
  --check     measures only the figures of the targets; exit code 1 names each missed target
  --out DIR   the folder for figures and chart (default test/lab/bench/results,
              or none with --quick or --check)
  --help      this text

It waits up to five minutes until the machine is quiet, and ends with 1 if it stays busy.`;

const flags = {
  rounds: { type: 'string' },
  quick: { type: 'boolean', default: false },
  check: { type: 'boolean', default: false },
  out: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

export function readBenchOptions(args: readonly string[]) {
  const { rounds, out, ...flagged } = parseOptions({ args: [...args], options: flags }).values;
  const { quick, check } = flagged;
  const usualRounds = quick ? 3 : 40;
  const usualOut = quick || check ? undefined : 'test/lab/bench/results';
  return {
    ...flagged,
    rounds: rounds === undefined ? usualRounds : wholeNumber('--rounds', rounds, { most: 999 }),
    out: out ?? usualOut,
  };
}
