import { spawnSync } from 'node:child_process';
import { Problem } from '../../../infra/base.ts';
import { readArguments } from '../../../tools/commands/terminal/options.ts';
import { runCommand } from '../../../tools/commands/terminal/run-command.ts';
import { steps } from './steps.ts';

const line = {
  command: 'npm run prove',
  about: 'Runs everything that takes longer than a test: each step of test/lab/prove/steps.ts.',
  usage: ['[--short]'],
  options: {
    short: { help: 'the short form of each step, in a few minutes; npm run check does the same' },
  },
  notes: 'Ends with 1 and the names of the steps that failed.',
} as const;

await runCommand((args) => {
  const given = readArguments(args, line);
  return given && prove(given.values.short ? 'short' : 'full');
});

function prove(form: 'short' | 'full'): void {
  const env = form === 'full' ? { ...process.env, PROVE: 'full' } : process.env;
  const failed: string[] = [];
  const startedAt = Date.now();
  for (const { title, [form]: args } of steps) {
    if (args === undefined) continue;
    console.log(`\nMinute ${minutesSince(startedAt)}: ${title}\n`);
    const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env });
    if (status !== 0) failed.push(title);
  }
  if (failed.length > 0) throw new Problem(`\nFailed: ${failed.join('; ')}.`);
  console.log(`\nAll steps passed in ${minutesSince(startedAt)} minutes.`);
}

function minutesSince(time: number): string {
  return ((Date.now() - time) / 60_000).toFixed(1);
}
