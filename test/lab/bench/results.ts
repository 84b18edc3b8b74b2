import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Measurements } from './measure.ts';
import { prices } from './prices.ts';
import { type Row, rowOf, valuesOf, warmOf } from './rounds.ts';
import { median, pairedRatio, percentile, sum } from './statistics.ts';
import type { Verdict } from './targets.ts';

/** Writes a page with tables. */
export function writeResults(
  folder: string,
  machine: string,
  rounds: number,
  { cold }: Measurements,
  tables: readonly string[],
): void {
  const source = `Medians of the quieter ${cold[0]?.starts.length} of ${rounds} rounds. ${machine}.`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'README.md'),
    `# The last run

Written by \`npm run bench\`; [how it measures](../README.md). ${source}

${tables.join('\n\n')}
`,
  );
}

export function tablesOf({ cold, warm, bytes }: Measurements, verdicts: readonly Verdict[]) {
  const costs = cold.filter((row) => warmOf(row).flat().length > 0);
  return [
    table(
      ['cold start, ms', 'MB', 'init', 'first', 'cold', '× defaults', 'kB'],
      cold.map((row) => {
        const base = rowOf(cold, 'NodejsFunction defaults', row.megabytes);
        const ratio = base && pairedRatio(valuesOf(row, 'cold'), valuesOf(base, 'cold'));
        const times = (['init', 'first', 'cold'] as const).map((metric) =>
          median(valuesOf(row, metric)).toFixed(0),
        );
        const kilobytes = ((bytes[row.variant] ?? 0) / 1000).toFixed(0);
        return [row.variant, `${row.megabytes}`, ...times, ratio?.toFixed(2) ?? '', kilobytes];
      }),
    ),
    table(
      ['warm, full core, the store answers in 0 ms', 'p50, ms', 'p99, ms'],
      warm.map((row) => [row.variant, ...warmFigures(row, 2)]),
    ),
    table(
      [
        'memory of ours, MB, the store answers in 1 ms',
        'warm p50, ms',
        'warm p99, ms',
        '$ a million requests',
      ],
      costs.map((row) => [
        `${row.megabytes}`,
        ...warmFigures(row, 1),
        dollarsOfMillion(row).toFixed(2),
      ]),
    ),
    table(
      ['target', 'at most', 'measured', ''],
      verdicts.map(({ claim, atMost, value, met }) => [
        ...[claim, figure(atMost), value === undefined ? '' : figure(value)],
        value === undefined ? 'not measured' : met ? 'met' : 'MISSED',
      ]),
    ),
  ];
}

/** The median of the warm invocations, and the 99th percentile. */
function warmFigures(row: Row, digits: number): string[] {
  const warm = warmOf(row).flat();
  return [median(warm), percentile(warm, 0.99)].map((time) => time.toFixed(digits));
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

const requestsPerStart = 1_000;

/** US dollars of Lambda for a million requests, of which one in a thousand starts an instance. */
function dollarsOfMillion(row: Row): number {
  const price = (milliseconds: number) => priceOf(row.megabytes, milliseconds);
  const starts = 1e6 / requestsPerStart;
  const warm = warmOf(row).flat().map(price);
  const ofStart = price(median(valuesOf(row, 'init'))) + price(median(valuesOf(row, 'first')));
  return 1e6 * prices.invocation + ((1e6 - starts) * sum(warm)) / warm.length + starts * ofStart;
}

/** Lambda bills each started millisecond, also of init. */
function priceOf(megabytes: number, milliseconds: number): number {
  return (megabytes / 1024) * (Math.ceil(milliseconds) / 1000) * prices.gigabyteSecond;
}
