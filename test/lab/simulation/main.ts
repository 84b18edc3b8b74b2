import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArguments } from '../../../tools/commands/terminal/options.ts';
import { runCommand } from '../../../tools/commands/terminal/run-command.ts';
import { badVersions, faults, silentFaults, withoutTraffic } from './faults.ts';
import { releasesOf, rolloutOf } from './releases.ts';
import {
  delaysOf,
  healthyCalls,
  quantile,
  readings,
  serviceOf,
  unevenReadings,
} from './simulate.ts';

const commandLine = {
  command: 'npm run simulation',
  about: 'Prints what the alarms do with simulated faults. It takes some minutes.',
  usage: [''],
  options: {},
};

type Version = keyof typeof badVersions;

async function print(): Promise<void> {
  const { synthesize } = await import('../../../infra/synthesize.ts');
  using outdir = mkdtempDisposableSync(join(tmpdir(), 'plant-store-simulate-'));
  const { template } = synthesize({ outdir: outdir.path }).getStackByName('PlantStore');
  const service = serviceOf(template);

  const releases = (version: Version, failing: number, perSecond: number, runs: number) => {
    const rollout = rolloutOf(template, version.split(' ')[0] ?? '');
    return releasesOf(service, rollout, { version, failing, perSecond }, readings, runs);
  };
  const firstPage = (fault: (typeof faults)[number]) => (perSecond: number) => {
    const delays = delaysOf(service, { fault, severity: 1, perSecond }, { runs: 500 });
    const late = [0.5, 0.99].map((part) =>
      Math.max(...Object.values(delays).map((one) => quantile(one, part))).toFixed(1),
    );
    return `${late[0]} (${late[1]})`;
  };
  const rates = withoutTraffic.map(({ rate, perSecond }) => [rate, perSecond] as const);
  const ofReleases = [1, 10, 100, 1_000].map((rate) => [`${rate} a second`, rate] as const);
  const worst = 'by the worst reading of late and missing metrics';

  table(
    `Minutes to the page if all calls fail: median (99 % of 500 runs), ${worst}`,
    [...faults, ...silentFaults].map((fault) => [fault.name, firstPage(fault)]),
    rates.slice(1),
  );
  table(
    `Releases of which a tenth of the calls fails: rolled back (requests that failed), ${worst}`,
    (Object.keys(badVersions) as Version[]).map((version) => [
      version,
      (perSecond: number) => {
        const all = Object.values(releases(version, 0.1, perSecond, 100));
        const hurt = Math.max(...all.map(({ hurt }) => hurt));
        return `${percent(Math.min(...all.map(({ share }) => share)))} (${hurt.toFixed(0)})`;
      },
    ]),
    ofReleases,
  );
  const byReading = Object.keys(unevenReadings).map((name) => [name, name] as const);
  const busy = [10, 100, 1_000];
  table(
    'Pages in 30 healthy days',
    busy.map((perSecond) => {
      const calls = healthyCalls(service, { perSecond, days: 30, seed: 1 });
      const pages = Map.groupBy(
        calls.filter(({ to }) => to === 'page'),
        ({ reading }) => reading,
      );
      return [`${perSecond} a second`, (name: string) => String(pages.get(name)?.length ?? 0)];
    }),
    byReading,
  );
  table(
    'Good releases rolled back, of 5,000 of each function',
    busy.flatMap((perSecond) =>
      (['CreatePlant crashes', 'Authorize crashes'] as const).map((version) => {
        const all = releases(version, 0, perSecond, 5_000);
        const name = `${version.split(' ')[0]}, ${perSecond} a second`;
        return [name, (reading: string) => percent(all[reading]?.share ?? 1)] as const;
      }),
    ),
    byReading,
  );
}

/** A table with a cell for each row and column. */
function table<Column>(
  title: string,
  rows: readonly (readonly [name: string, cell: (column: Column) => string])[],
  columns: readonly (readonly [head: string, column: Column])[],
): void {
  console.log(`\n${title}\n\n| | ${columns.map(([head]) => head).join(' | ')} |`);
  console.log(`|---|${'---|'.repeat(columns.length)}`);
  for (const [name, cell] of rows) {
    console.log(`| ${[name, ...columns.map(([, column]) => cell(column))].join(' | ')} |`);
  }
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`;
}

await runCommand(async (args) => {
  if (readArguments(args, commandLine) !== undefined) await print();
});
