import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../../infra/commands/terminal/run-command.ts';
import { chartOf, chartWidth } from './chart.ts';
import { pinning } from './function-process.ts';
import { machineSentence, thisMachine } from './machine.ts';
import { measure } from './measure.ts';
import { type BenchOptions, benchHelp, readBenchOptions } from './options.ts';
import { planFor } from './plan.ts';
import { takePrecedence } from './precedence.ts';
import { writeResults } from './results.ts';
import { allTables } from './tables.ts';
import { missedSentence, type Verdict, verdicts } from './targets.ts';

await runCommand(async (args) => {
  const options = readBenchOptions(args);
  if (!options.help) return run(options);
  console.log(benchHelp);
  return 0;
});

async function run(options: BenchOptions): Promise<number> {
  const machine = thisMachine();
  const plan = planFor(options);
  const rank = takePrecedence() ? 'before other work' : 'among other work';
  console.log(machineSentence(machine));
  console.log(`${plan.rounds} rounds of fresh processes, ${pinning}, ${rank}`);
  process.stderr.write('Building the bundles …\n');
  // Imported when needed: it loads aws-cdk-lib, which takes seconds.
  const { openWorkshop } = await import('./workshop.ts');
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
    for (const text of allTables(measured, judged)) console.log(`\n${text}`);
    if (options.out !== undefined) {
      writeResults(options.out, { machine, plan, measured, verdicts: judged });
      const caption = `Medians of ${plan.rounds} rounds. ${machineSentence(machine)}`;
      const { option, height } = chartOf(measured.cold, caption);
      // Imported when needed: it loads echarts, which takes a second.
      const { svgOf } = await import('../svg.ts');
      writeFileSync(join(options.out, 'cold-starts.svg'), svgOf(option, chartWidth, height));
    }
    return options.check ? refuse(judged.filter(({ met }) => !met)) : 0;
  } finally {
    workshop.close();
  }
}

function refuse(missed: readonly Verdict[]): number {
  for (const verdict of missed) console.error(missedSentence(verdict));
  return missed.length > 0 ? 1 : 0;
}
