import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArguments } from '../../../tools/commands/terminal/options.ts';
import { runCommand } from '../../../tools/commands/terminal/run-command.ts';
import { faults, healthy, requestRates, silentFaults } from './faults.ts';
import { releasesOf, rolloutOf } from './releases.ts';
import { callsIn, delaysOf, quantile, serviceOf, unevenReadings } from './simulate.ts';

const commandLine = {
  command: 'npm run simulation',
  about: 'Prints what the alarms do with simulated faults. It takes some minutes.',
  usage: [''],
  options: {},
};

async function print(): Promise<void> {
  const { synthesize } = await import('../../../infra/synthesize.ts');
  using outdir = mkdtempDisposableSync(join(tmpdir(), 'plant-store-simulate-'));
  const { template } = synthesize({ outdir: outdir.path }).getStackByName('PlantStore');
  const service = serviceOf(template);

  const title =
    'Minutes to the page if all calls fail, by the worst reading: median (99 % of runs)';
  table(title, [...faults, ...silentFaults], requestRates, (fault, { perSecond }) => {
    const delays = delaysOf(service, { fault, severity: 1, perSecond }, { runs: 500 });
    const [usual, late] = [0.5, 0.99].map((part) =>
      Math.max(...Object.values(delays).map((one) => quantile(one, part))).toFixed(1),
    );
    return `${usual} (${late})`;
  });

  const rates = [10, 100, 1_000].map((perSecond) => ({ name: `${perSecond} a second`, perSecond }));
  const byReading = Object.entries(unevenReadings).map(([rate, reading]) => ({ rate, reading }));
  table('Pages in 30 healthy days', rates, byReading, ({ perSecond }, { rate, reading }) => {
    const at = () => ({ perSecond, shares: healthy(perSecond) });
    const run = { readings: { [rate]: reading }, seed: 1, minutes: 30 * 24 * 60, at };
    return String(callsIn(service, run, 'page').length);
  });
  for (const version of ['CreatePlant crashes', 'Authorize crashes'] as const) {
    const rollout = rolloutOf(template, version.replace(' crashes', ''));
    const head = `Good releases of ${version.replace(' crashes', '')} rolled back, of 5,000`;
    table(head, rates, byReading, ({ perSecond }, { rate, reading }) => {
      const release = { version, failing: 0, perSecond };
      const all = releasesOf(service, rollout, release, { [rate]: reading }, 5_000);
      return `${(100 * Number(all[rate]?.share)).toFixed(2)} %`;
    });
  }
}

/** A table with a cell for each row and column. */
function table<Row extends { readonly name: string }, Column extends { readonly rate: string }>(
  title: string,
  rows: readonly Row[],
  columns: readonly Column[],
  cell: (row: Row, column: Column) => string,
): void {
  console.log(`\n${title}\n\n| | ${columns.map(({ rate }) => rate).join(' | ')} |`);
  console.log(`|---|${'---|'.repeat(columns.length)}`);
  for (const row of rows) {
    console.log(`| ${[row.name, ...columns.map((column) => cell(row, column))].join(' | ')} |`);
  }
}

await runCommand(async (args) => {
  if (readArguments(args, commandLine) !== undefined) await print();
});
