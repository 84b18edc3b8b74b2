import '../../test/setup/without-aws.ts';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { readArguments } from '../../shared/terminal/options.ts';
import { runCommand } from '../../shared/terminal/run-command.ts';
import { UsageError } from '../../shared/usage-error.ts';
import { openBench } from './bench.ts';
import { compareBundles } from './compare-bundles.ts';
import { compareTricks } from './compare-tricks.ts';

// With fewer, less than six rounds are kept (rounds.ts), and no interval between them is 95 % certain.
const fewestRounds = 9;

const commandLine = {
  command: 'npm run bench',
  help: `Measures how long a new instance of a function needs until its first answer.

  npm run bench -- [options]

  --rounds N  how often each column is measured (default 40, at least ${fewestRounds})
  --check     fails if our function misses a target
  --tricks    prints how much longer a start takes without each of our tricks`,
  options: {
    rounds: { type: 'string', default: '40' },
    check: { type: 'boolean' },
    tricks: { type: 'boolean' },
  },
} as const;

await runCommand(async (args) => {
  const values = readArguments(args, commandLine)?.values;
  if (values === undefined) return 0;
  const bench = await openBench(readRounds(values.rounds));
  try {
    if (!bench.quota) console.error('No control group can be made here: only full-core rows.');
    console.log(`${machine()}, ${bench.rounds} rounds\n`);
    if (values.tricks) {
      await compareTricks(bench);
      return 0;
    }
    const areTargetsMet = await compareBundles(bench);
    return values.check && !areTargetsMet ? 1 : 0;
  } finally {
    bench.close();
  }
});

function readRounds(text: string): number {
  const rounds = Number(text);
  if (Number.isInteger(rounds) && rounds >= fewestRounds) return rounds;
  throw new UsageError(
    `--rounds takes a whole number from ${fewestRounds}, not ${JSON.stringify(text)}.`,
  );
}

function machine(): string {
  const [{ model = '' } = {}] = cpus();
  const load = loadavg()[0]?.toFixed(1);
  return `${model.trim()}, ${availableParallelism()} cores, load ${load}, Node ${process.version}`;
}
