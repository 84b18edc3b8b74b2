import { sentenceOf } from '../../infra/terminal/sentence.ts';
import { UsageError } from '../../infra/terminal/usage-error.ts';
import { pinning } from './function-process.ts';
import { machineSentence, thisMachine } from './machine.ts';
import { type Measured, measure } from './measure.ts';
import { type BenchOptions, benchHelp, readBenchOptions } from './options.ts';
import { planFor } from './plan.ts';
import { takePrecedence } from './precedence.ts';
import { writeResults } from './results.ts';
import { coldTable, growthTable, layerTable, memoryTable, verdictTable } from './tables.ts';
import { missedSentence, type Verdict, verdicts } from './targets.ts';
import { openWorkshop } from './workshop.ts';

try {
  const options = readBenchOptions(process.argv.slice(2));
  if (options.help) console.log(benchHelp);
  else await run(options);
} catch (error) {
  console.error(error instanceof UsageError ? sentenceOf(error) : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

async function run(options: BenchOptions): Promise<void> {
  const machine = thisMachine();
  const plan = planFor(options);
  const rank = takePrecedence() ? 'before other work' : 'among other work';
  console.log(machineSentence(machine));
  console.log(`${plan.rounds} rounds of fresh processes, ${pinning}, ${rank}`);
  process.stderr.write('Building the bundles …\n');
  const workshop = await openWorkshop();
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      workshop.close();
      process.exit(130);
    });
  }
  try {
    if (workshop.quotaProblem !== undefined) console.log(workshop.quotaProblem);
    const measured = await measure(workshop, plan);
    const judged = verdicts(measured);
    report(measured, judged);
    if (options.out !== undefined) {
      writeResults(options.out, { machine, plan, measured, verdicts: judged });
    }
    if (options.check) refuse(judged.filter(({ met }) => !met));
  } finally {
    workshop.close();
  }
}

function report({ cold, bytes, memory, throughPut }: Measured, judged: readonly Verdict[]): void {
  const tables = [
    coldTable(cold, bytes),
    ...(memory.length > 0 ? [memoryTable(memory)] : []),
    ...(throughPut ? [layerTable(throughPut), growthTable(throughPut)] : []),
    verdictTable(judged),
  ];
  for (const text of tables) console.log(`\n${text}`);
}

function refuse(missed: readonly Verdict[]): void {
  for (const verdict of missed) console.error(missedSentence(verdict));
  if (missed.length > 0) process.exitCode = 1;
}
