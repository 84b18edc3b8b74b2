import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesize } from '../../../infra/stack/synthesize.ts';
import { failuresFirst, lateBy, lateByItsOwn } from './calls.ts';
import { type Fault, faults, requestRates, silentFaults } from './faults.ts';
import { withFormerPages } from './former.ts';
import {
  delaysOf,
  healthyCalls,
  pagedBlips,
  pagesADay,
  quantile,
  type readings,
} from './matrix.ts';
import { type Release, releasesOf } from './releases.ts';
import { serviceOf } from './service.ts';

/** Prints what the alarms do with simulated faults, and what the former pages did. */
using outdir = mkdtempDisposableSync(join(tmpdir(), 'plant-store-simulate-'));
const { template } = synthesize({ outdir: outdir.path }).getStackByName('PlantStore');
const service = serviceOf(template);
const former = serviceOf(withFormerPages(template));
const runs = 2_000;
/** Delays by trial: two tables show different readings of the same runs. */
const known = new Map<string, ReturnType<typeof delaysOf>>();

function row(name: string, cells: readonly string[]): void {
  console.log(`| ${[name, ...cells].join(' | ')} |`);
}

function head(title: string, columns: readonly string[]): void {
  console.log(`\n${title}\n`);
  row('', columns);
  row(
    '---',
    columns.map(() => '---'),
  );
}

function minutes(delays: readonly number[], part = 0.99): string {
  const paged = delays.filter(Number.isFinite).length / delays.length;
  if (paged === 0) return 'none';
  if (paged < part) return `${Math.round(100 * paged)} % of runs`;
  const [usual, late] = [quantile(delays, 0.5), quantile(delays, part)];
  return [usual, late].map((delay) => delay.toFixed(delay < 10 ? 1 : 0)).join(' (') + ')';
}

const rates = requestRates.map(({ rate }) => rate);

function both(now: string, before: string): string {
  return now === before ? now : `${now}, was ${before}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

head(
  `Minutes to the page if all calls fail: median (99 % of ${runs} runs), metrics 2 minutes late`,
  rates,
);
for (const fault of faults) {
  row(
    fault.name,
    requestRates.map(({ perSecond }) => firstPage(fault, 1, perSecond, '2 minutes late', runs)),
  );
}
head('The same, each metric late by its own 1 to 4 minutes', rates);
for (const fault of faults) {
  row(
    fault.name,
    requestRates.map(({ perSecond }) =>
      firstPage(fault, 1, perSecond, 'each 1 to 4 minutes late', runs),
    ),
  );
}
head('The same for a tenth of the calls: median (95 % of 400 runs), metrics 2 minutes late', rates);
for (const fault of faults) {
  row(
    fault.name,
    requestRates.map(({ perSecond }) => firstPage(fault, 0.1, perSecond, '2 minutes late', 400)),
  );
}

const withNone = [{ rate: 'no traffic', perSecond: 0 }, ...requestRates];
head(
  `Minutes to the page for what only the probe sees: median (99 % of ${runs} runs), metrics 1 minute late; 2 minutes late`,
  withNone.map(({ rate }) => rate),
);
for (const fault of silentFaults) {
  row(
    fault.name,
    withNone.map(({ perSecond }) =>
      (['1 minute late', '2 minutes late'] as const)
        .map((reading) => firstPage(fault, 1, perSecond, reading, runs))
        .join('; '),
    ),
  );
}

function firstPage(
  fault: Fault,
  severity: number,
  perSecond: number,
  reading: keyof typeof readings,
  times: number,
): string {
  const key = `${fault.name} ${severity} ${perSecond}`;
  const delays =
    known.get(key) ?? delaysOf(service, { fault, severity, perSecond }, { runs: times });
  known.set(key, delays);
  return minutes(delays[reading], times === runs ? 0.99 : 0.95);
}

const [crashes, store] = faults;
const shares = [1, 2, 3, 4, 5, 6, 8, 10, 20, 40, 60, 100];
head(
  'Pages a day while part of the calls fails for good, now and before',
  shares.map((share) => `${share} %`),
);
for (const { rate, perSecond } of requestRates) {
  row(
    `the table of plants is out, ${rate}`,
    shares.map((share) => {
      const [now, before] = [service, former].map((one) =>
        pagesADay(
          one,
          { fault: store, severity: share / 100, perSecond },
          { days: 10, seed: share },
        ),
      );
      return both(String(now), String(before));
    }),
  );
}

head('Pages for an outage of so many seconds, now and before', ['20 s', '30 s', '60 s', '90 s']);
for (const { rate, perSecond } of requestRates) {
  row(
    rate,
    [20, 30, 60, 90].map((seconds) => {
      const [now = 0, before = 0] = [service, former].map((one) =>
        pagedBlips(one, { fault: crashes, perSecond, seconds }, 500),
      );
      return both(percent(now), percent(before));
    }),
  );
}

head('Pages in 30 healthy days, now and before', [
  'each metric 1 to 4 minutes late',
  'the denominator 3 minutes after the numerator',
]);
for (const { rate, perSecond } of requestRates) {
  row(
    rate,
    [lateByItsOwn, failuresFirst].map((reading) => {
      const [now, before] = [service, former].map(
        (one) =>
          healthyCalls(one, { perSecond, days: 30, seed: 1 }, reading).filter(
            ({ to }) => to === 'page',
          ).length,
      );
      return both(String(now), String(before));
    }),
  );
}

const releaseRates = [1, 10, 100, 1_000];
const releases: readonly (readonly [Release['version'], number, number])[] = [
  ['CreatePlant crashes', 0, 5_000],
  ['Authorize crashes', 0, 5_000],
  ['CreatePlant crashes', 0.02, 400],
  ['CreatePlant crashes', 0.1, 400],
  ['CreatePlant crashes', 1, 400],
  ['CreatePlant answers 1000', 0.1, 400],
  ['CreatePlant answers 1006', 0.1, 400],
  ['CreatePlant answers 1003', 1, 400],
  ['Authorize crashes', 0.1, 400],
  ['Authorize crashes', 0.5, 400],
  ['Authorize answers 403', 1, 400],
];
head(
  'Releases rolled back, and requests that failed until then: metrics 2 minutes late; 4 minutes late',
  releaseRates.map((perSecond) => `${perSecond} a second`),
);
for (const [version, failing, times] of releases) {
  row(
    `${version}, ${100 * failing} % of calls`,
    releaseRates.map((perSecond) => {
      const outcomes = releasesOf(
        service,
        template,
        { version, failing, perSecond },
        { two: lateBy(2), four: lateBy(4) },
        times,
      );
      return Object.values(outcomes)
        .map(({ share, hurt }) => `${(100 * share).toFixed(2)} % (${hurt.toFixed(0)})`)
        .join('; ');
    }),
  );
}
