import { parseOptions, wholeNumber } from '../../../infra/commands/terminal/options.ts';

/** `out` is undefined if no results are written. */
export type BenchOptions = ReturnType<typeof readBenchOptions>;

export const benchHelp = `Measures cold starts and warm invocations, and prints tables.

  npm run bench -- [options]

  --rounds N  how often each cold start is measured (default 40, with --quick 3)
  --quick     a few rounds on any machine, to see that it works: its figures mean nothing
  --check     measure only what the targets compare; exit code 1 names each target that is missed
  --out DIR   where figures and chart are written (default test/lab/bench/results,
              but nowhere with --quick or --check)
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
  const { values } = parseOptions({ args: [...args], options: flags });
  const { rounds, quick, check, help, out } = values;
  return {
    rounds:
      rounds === undefined ? (quick ? 3 : 40) : wholeNumber('--rounds', rounds, { most: 999 }),
    quick,
    check,
    help,
    out: out ?? (quick || check ? undefined : 'test/lab/bench/results'),
  };
}
