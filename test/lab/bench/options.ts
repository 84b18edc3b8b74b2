import { parseOptions, wholeNumber } from '../../../infra/commands/terminal/options.ts';

export interface BenchOptions {
  readonly rounds: number;
  readonly quick: boolean;
  readonly check: boolean;
  readonly help: boolean;
  /** Where figures and chart go; absent: nowhere. */
  readonly out: string | undefined;
}

export const benchHelp = `Measures cold starts, warm invocations and the local gateway; tables go to stdout.

  npm run bench -- [options]

  --rounds N  how often each cold start is measured (default 40, with --quick 3)
  --quick     a few rounds of everything, to see that it works: no figures to quote
  --check     only what the targets are about; exit code 1 names each target that is missed
  --out DIR   where figures and chart are written (default test/lab/bench/results,
              but nowhere with --quick or --check)
  --help      this text`;

const flags = {
  rounds: { type: 'string' },
  quick: { type: 'boolean', default: false },
  check: { type: 'boolean', default: false },
  out: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

export function readBenchOptions(args: readonly string[]): BenchOptions {
  const { rounds, quick, check, help, out } = parseOptions({
    args: [...args],
    options: flags,
  }).values;
  return {
    rounds:
      rounds === undefined ? (quick ? 3 : 40) : wholeNumber('--rounds', rounds, { most: 999 }),
    quick,
    check,
    help,
    out: out ?? (quick || check ? undefined : 'test/lab/bench/results'),
  };
}
