import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesize } from '../../../infra/synthesize.ts';
import {
  crashes,
  type Fault,
  faults,
  minuteOf,
  notAllowed,
  plantsOut,
  requestRates,
  silentFaults,
  slow,
  withoutTraffic,
} from './faults.ts';
import { type Release, releasesOf, rolloutOf } from './releases.ts';
import {
  callsIn,
  delaysOf,
  failuresFirst,
  healthyCalls,
  lateBy,
  lateByItsOwn,
  pagedBlips,
  pagesADay,
  quantile,
  serviceOf,
} from './simulate.ts';

/** Prints what the alarms do with simulated faults. */
using outdir = mkdtempDisposableSync(join(tmpdir(), 'plant-store-simulate-'));
const { template } = synthesize({ outdir: outdir.path }).getStackByName('PlantStore');
const service = serviceOf(template);

/** A table with a row for each of these, and a cell for each column. */
function table<Row extends { readonly name: string }, Column>(
  title: string,
  rows: readonly Row[],
  columns: readonly (readonly [head: string, column: Column])[],
  cell: (row: Row, column: Column) => string,
): void {
  console.log(`\n${title}\n\n| | ${columns.map(([head]) => head).join(' | ')} |`);
  console.log(`|---|${'---|'.repeat(columns.length)}`);
  for (const row of rows) {
    console.log(`| ${[row.name, ...columns.map(([, column]) => cell(row, column))].join(' | ')} |`);
  }
}

const withNone = withoutTraffic.map(({ rate, perSecond }) => [rate, perSecond] as const);
const columns = withNone.slice(1);
const byRate = requestRates.map(({ rate: name, perSecond }) => ({ name, perSecond }));

function minutes(delays: readonly number[], part: number): string {
  const paged = delays.filter(Number.isFinite).length / delays.length;
  if (paged === 0) return 'none';
  if (paged < part) return `${Math.round(100 * paged)} % of runs`;
  const [usual, late] = [0.5, part].map((share) => {
    const delay = quantile(delays, share);
    return delay.toFixed(delay < 10 ? 1 : 0);
  });
  return `${usual} (${late})`;
}

function firstPage(fault: Fault, perSecond: number): string {
  const delays = delaysOf(service, { fault, severity: 1, perSecond }, { runs: 2_000 });
  return [delays['2 minutes late'], delays['each 1 to 4 minutes late']]
    .map((one) => minutes(one, 0.99))
    .join('; ');
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

const ofRuns = 'median (99 % of 2,000 runs), metrics 2 minutes late; each 1 to 4 minutes late';
table(`Minutes to the page if all calls fail: ${ofRuns}`, faults, columns, firstPage);
table(`The same for what only the probe sees: ${ofRuns}`, silentFaults, withNone, firstPage);
table(
  'Minutes to the page if a tenth of the calls fail: median (95 % of 400 runs), metrics 2 minutes late',
  faults,
  columns,
  (fault, perSecond) => {
    const delays = delaysOf(service, { fault, severity: 0.1, perSecond }, { runs: 400 });
    return minutes(delays['2 minutes late'], 0.95);
  },
);
table(
  `Pages a day while part of the calls fails for good (${plantsOut.name})`,
  byRate,
  [1, 2, 3, 4, 5, 6, 8, 10, 20, 40, 60, 100].map((share) => [`${share} %`, share] as const),
  ({ perSecond }, share) =>
    String(pagesADay(service, { fault: plantsOut, severity: share / 100, perSecond }, 10, share)),
);
const smallFaults = [
  { name: 'one in 3 minutes is answered 1000', fault: notAllowed, severity: 1 / 180, perSecond: 1 },
  {
    name: 'one in 10 minutes is answered 1000',
    fault: notAllowed,
    severity: 1 / 600,
    perSecond: 1,
  },
  { name: '5 % take 3 s more', fault: slow, severity: 0.05, perSecond: 100 },
  { name: '1.4 % crash', fault: crashes, severity: 0.014, perSecond: 100 },
];
table(
  'Ten days of a small fault: who is called how often',
  smallFaults,
  [['pages', 'page'] as const, ['tickets', 'ticket'] as const],
  (trial, kind) => {
    const at = (minute: number) => minuteOf(trial, 30, minute);
    const calls = callsIn(service, lateByItsOwn, { seed: 1, minutes: 10 * 24 * 60, at }, kind);
    const each = Map.groupBy(calls, ({ alarm }) => alarm);
    return [...each].map(([name, { length }]) => `${length} ${name}`).join(', ') || 'none';
  },
);
table(
  'Outages of so many seconds that page',
  byRate,
  [20, 30, 60, 90].map((seconds) => [`${seconds} s`, seconds / 60] as const),
  ({ perSecond }, lasts) =>
    percent(pagedBlips(service, { fault: crashes, severity: 1, perSecond, lasts }, 500)),
);
table(
  'Pages in 30 healthy days',
  byRate,
  [
    ['each metric 1 to 4 minutes late', lateByItsOwn],
    ['the denominator 3 minutes after the numerator', failuresFirst],
  ],
  ({ perSecond }, reading) => {
    const calls = healthyCalls(service, { perSecond, days: 30, seed: 1 }, reading);
    return String(calls.filter(({ to }) => to === 'page').length);
  },
);

const releases: readonly (Omit<Release, 'perSecond'> & { readonly runs: number })[] = [
  { version: 'CreatePlant crashes', failing: 0, runs: 5_000 },
  { version: 'Authorize crashes', failing: 0, runs: 5_000 },
  { version: 'CreatePlant crashes', failing: 0.02, runs: 400 },
  { version: 'CreatePlant crashes', failing: 0.1, runs: 400 },
  { version: 'CreatePlant crashes', failing: 1, runs: 400 },
  { version: 'CreatePlant answers 1000', failing: 0.1, runs: 400 },
  { version: 'CreatePlant answers 1006', failing: 0.1, runs: 400 },
  { version: 'CreatePlant answers 1003', failing: 1, runs: 400 },
  { version: 'Authorize crashes', failing: 0.1, runs: 400 },
  { version: 'Authorize crashes', failing: 0.5, runs: 400 },
  { version: 'Authorize answers 403', failing: 1, runs: 400 },
  { version: 'Authorize lets everybody in', failing: 1, runs: 400 },
];
table(
  'Releases rolled back, and requests that failed until then: metrics 2 minutes late; 4 minutes late. Those that always answer wrongly get no request at all: the check before traffic stops them (test/functions/checks)',
  releases.map((release) => ({
    ...release,
    name: `${release.version}, ${100 * release.failing} % of calls`,
  })),
  [0, 1, 3, 10, 100, 1_000].map((perSecond) => [`${perSecond} a second`, perSecond] as const),
  ({ runs, ...release }, perSecond) => {
    const rollout = rolloutOf(template, release.version.split(' ')[0] ?? '');
    const late = { two: lateBy(2), four: lateBy(4) };
    const outcomes = releasesOf(service, rollout, { ...release, perSecond }, late, runs);
    return Object.values(outcomes)
      .map(({ share, hurt }) => `${(100 * share).toFixed(2)} % (${hurt.toFixed(0)})`)
      .join('; ');
  },
);
