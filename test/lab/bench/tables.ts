import type { LoadResult } from './load.ts';
import type { Measured } from './measure.ts';
import type { WarmRow } from './measurements.ts';
import type { MemorySize } from './memory-sizes.ts';
import { type Metric, type Row, rowOf, valuesOf } from './rounds.ts';
import { median, pairedRatio, sum } from './statistics.ts';
import { table } from './table.ts';
import type { Verdict } from './targets.ts';
import type { ThroughPut } from './through-put.ts';
import type { VariantName } from './variants.ts';

export function allTables(
  { cold, bytes, warm, memory, throughPut }: Measured,
  verdicts: readonly Verdict[],
): string[] {
  return [
    coldTable(cold, bytes),
    warmTable(warm),
    ...(memory.length > 0 ? [memoryTable(memory)] : []),
    ...(throughPut ? [layerTable(throughPut), growthTable(throughPut), partTable(throughPut)] : []),
    verdictTable(verdicts),
  ];
}

export function coldTable(
  rows: readonly Row[],
  bytes: Readonly<Partial<Record<VariantName, number>>>,
): string {
  return table(
    ['cold start, ms', 'MB', 'init', 'first', 'cold', '× defaults', 'kB'],
    rows.map((row) => {
      const base = rowOf(rows, 'NodejsFunction defaults', row.megabytes);
      const ratio = base && pairedRatio(valuesOf(row, 'cold'), valuesOf(base, 'cold'));
      const of = (metric: Metric) => whole(median(valuesOf(row, metric)));
      return [
        row.variant,
        String(row.megabytes),
        of('init'),
        of('first'),
        of('cold'),
        ratio?.toFixed(2) ?? '',
        row.variant === 'both functions' ? '' : whole((bytes[row.variant] ?? 0) / 1000),
      ];
    }),
  );
}

export function warmTable(rows: readonly WarmRow[]): string {
  const base = rows.find(({ variant }) => variant === 'ours, untuned');
  return table(
    ['warm, full core', 'p50, ms', 'CPU, ms', '× untuned', 'resident, MB', '× untuned'],
    rows.map(({ variant, p50, cpu, resident }) => [
      variant,
      median(p50).toFixed(2),
      median(cpu).toFixed(2),
      base ? pairedRatio(cpu, base.cpu).toFixed(2) : '',
      whole(median(resident)),
      base ? pairedRatio(resident, base.resident).toFixed(2) : '',
    ]),
  );
}

function memoryTable(sizes: readonly MemorySize[]): string {
  return table(
    ['memory, MB', 'init, ms', 'first', 'warm p50', 'warm p99', '$ a million', 'of it init'],
    sizes.map(({ megabytes, init, first, warmP50, warmP99, dollars, dollarsOfInit }) => [
      String(megabytes),
      whole(init),
      whole(first),
      warmP50.toFixed(1),
      warmP99.toFixed(1),
      dollars.toFixed(2),
      dollarsOfInit.toFixed(4),
    ]),
  );
}

function layerTable({ layers }: ThroughPut): string {
  return table(
    ['local gateway, one client', 'requests/s', 'p50, ms', 'p99', 'p50 added'],
    layers.map(({ name, added, ...result }) => [
      name,
      ...loadCells(result),
      added === undefined ? '' : added.toFixed(2),
    ]),
  );
}

function growthTable({ growth }: ThroughPut): string {
  return table(
    ['clients that add plants', 'requests/s', 'p50, ms', 'p99'],
    growth.map((result) => [String(result.clients), ...loadCells(result)]),
  );
}

function partTable({ parts }: ThroughPut): string {
  const all = sum(parts.map(({ cpu }) => cpu));
  return table(
    ['64 clients that add plants', 'CPU, ms a request', 'share, %'],
    parts.map(({ name, cpu }) => [name, cpu.toFixed(2), whole((100 * cpu) / all)]),
  );
}

function loadCells({ perSecond, p50, p99 }: LoadResult): string[] {
  return [whole(perSecond), p50.toFixed(2), p99.toFixed(2)];
}

export function verdictTable(verdicts: readonly Verdict[]): string {
  return table(
    ['target', 'goal', 'fails above', 'measured', ''],
    verdicts.map(({ claim, goal, atMost, value, met }) => [
      claim,
      figure(goal),
      figure(atMost),
      value === undefined ? 'not measured' : figure(value),
      value === undefined ? '' : !met ? 'MISSED' : value <= goal ? 'met' : 'near',
    ]),
  );
}

function figure(value: number): string {
  return value < 10 ? value.toFixed(3) : whole(value);
}

function whole(value: number): string {
  return value.toFixed(0);
}
