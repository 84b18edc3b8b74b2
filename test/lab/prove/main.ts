import { spawnSync } from 'node:child_process';
import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../../infra/commands/terminal/run-command.ts';
import { Problem } from '../../../infra/problem.ts';
import { coverageFigure } from './coverage.ts';
import type { Figure } from './figure.ts';
import { help, readOptions } from './options.ts';
import { fullSteps, type Step, shortSteps } from './steps.ts';
import { figureTable, lostRows, tableIn, withTable } from './table.ts';

const page = 'test/README.md';
const startedAt = Date.now();
function minutes() {
  return Math.ceil((Date.now() - startedAt) / 60_000);
}

function passes({ args, proves }: Step, figures: string): boolean {
  const { PROVE_FIGURES: _, ...env } = process.env;
  const { status } = spawnSync(process.execPath, args, {
    stdio: 'inherit',
    env: proves ? { ...env, PROVE_FIGURES: figures } : env,
  });
  return status === 0;
}

/** The titles of those that failed. */
function run(steps: readonly Step[], figures: string): string[] {
  return steps.flatMap((step, index) => {
    console.log(`\n[${index + 1}/${steps.length}, minute ${minutes()}] ${step.title}\n`);
    return passes(step, figures) ? [] : [step.title];
  });
}

function readFigures(file: string): Figure[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const summary = JSON.parse(readFileSync('coverage/coverage-summary.json', 'utf8'));
  return [...lines.map((line) => JSON.parse(line)), coverageFigure(summary)];
}

await runCommand((args) => {
  const { help: asked, short } = readOptions(args);
  if (asked) {
    console.log(help);
    return 0;
  }
  using folder = mkdtempDisposableSync(join(tmpdir(), 'plant-store-figures-'));
  const file = join(folder.path, 'figures.jsonl');
  writeFileSync(file, '');
  const failed = run(short ? shortSteps() : fullSteps(), file);
  if (failed.length > 0) throw new Problem(`\nNot shown: ${failed.join('; ')}.`);
  if (!short) writeTable(readFigures(file));
  return 0;
});

function writeTable(figures: readonly Figure[]): void {
  const table = figureTable(figures, {
    date: new Date(),
    node: process.version,
    cores: availableParallelism(),
    minutes: minutes(),
  });
  const text = readFileSync(page, 'utf8');
  const lost = lostRows(tableIn(text), table);
  if (lost.length > 0) {
    console.error(`\nNo longer told, though ${page} does; delete there what is meant to go:`);
    for (const row of lost) console.error(`- ${row}`);
    process.exitCode = 1;
  } else writeFileSync(page, withTable(text, table));
  console.log(`\n${table}`);
}
