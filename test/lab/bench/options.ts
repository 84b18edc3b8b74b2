import { readArguments, wholeNumber } from '../../../tools/commands/terminal/options.ts';

/** `out` is undefined if no results are written. */
export type BenchOptions = NonNullable<ReturnType<typeof readBenchOptions>>;

const line = {
  command: 'npm run bench',
  about: 'Measures cold starts and warm invocations, and prints tables.',
  usage: ['[options]'],
  options: {
    rounds: {
      takes: 'N',
      help: 'how often each cold start is measured (default 40, with --quick 3)',
    },
    quick: { help: 'a few rounds on any machine, to see that it works: its figures mean nothing' },
    check: {
      help: 'measures only the figures of the targets; exit code 1 names each target that is missed or was not measured',
    },
    out: {
      takes: 'DIR',
      help: 'the folder for the page (default test/lab/bench/results, or none with --quick or --check)',
    },
  },
  notes:
    'It waits up to five minutes until the machine is quiet, and ends with 1 if it stays busy.',
} as const;

/** Undefined if the help was printed. */
export function readBenchOptions(args: readonly string[]) {
  const given = readArguments(args, line);
  if (given === undefined) return undefined;
  const { rounds, out, quick = false, check = false } = given.values;
  const usualRounds = quick ? 3 : 40;
  const usualOut = quick || check ? undefined : 'test/lab/bench/results';
  return {
    ...{ quick, check, out: out ?? usualOut },
    rounds: rounds === undefined ? usualRounds : wholeNumber('--rounds', rounds, { most: 999 }),
  };
}
