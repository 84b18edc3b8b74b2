import { dollarsOfMillion, warmOf } from './cost.ts';
import type { WarmRow } from './in-use.ts';
import type { Measurements } from './measure.ts';
import { type Metric, type Row, rowOf, valuesOf } from './rounds.ts';
import { median, pairedRatio, percentile } from './statistics.ts';
import type { Verdict } from './targets.ts';

export function allTables(
  { cold, warm, bytes }: Measurements,
  verdicts: readonly Verdict[],
): string[] {
  const costs = cold.filter((row) => warmOf(row).length > 0).map(costRow);
  return [
    coldTable(cold, bytes),
    warmTable(warm),
    ...(costs.length > 0 ? [table(costHead, costs)] : []),
    verdictTable(verdicts),
  ];
}

const costHead = ['memory of ours, MB', 'warm p50, ms', 'warm p99, ms', '$ a million requests'];

function costRow(row: Row): string[] {
  const warm = warmOf(row);
  const [p50, p99] = [median(warm).toFixed(1), percentile(warm, 0.99).toFixed(1)];
  return [String(row.megabytes), p50, p99, dollarsOfMillion(row).toFixed(2)];
}

function coldTable(rows: readonly Row[], bytes: Measurements['bytes']): string {
  return table(
    ['cold start, ms', 'MB', 'init', 'first', 'cold', '× defaults', 'kB'],
    rows.map((row) => {
      const base = rowOf(rows, 'NodejsFunction defaults', row.megabytes);
      const ratio = base && pairedRatio(valuesOf(row, 'cold'), valuesOf(base, 'cold'));
      const medianOf = (metric: Metric) => median(valuesOf(row, metric)).toFixed(0);
      const medians = (['init', 'first', 'cold'] as const).map(medianOf);
      const kilobytes = ((bytes[row.variant] ?? 0) / 1000).toFixed(0);
      return [row.variant, String(row.megabytes), ...medians, ratio?.toFixed(2) ?? '', kilobytes];
    }),
  );
}

function warmTable(rows: readonly WarmRow[]): string {
  return table(
    ['warm, full core', 'p50, ms', 'CPU, ms', 'resident, MB'],
    rows.map(({ variant, p50, cpu, resident }) => [
      variant,
      median(p50).toFixed(2),
      median(cpu).toFixed(2),
      median(resident).toFixed(0),
    ]),
  );
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
  return value < 10 ? value.toFixed(3) : value.toFixed(0);
}

/** A table in Markdown with straight columns for a terminal. Numbers are on the right. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(3, title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const pad = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0);
  const rule = widths.map((width, column) => (column === 0 ? '-' : ':').padStart(width, '-'));
  return [head, rule, ...rows].map((cells) => `| ${cells.map(pad).join(' | ')} |`).join('\n');
}
