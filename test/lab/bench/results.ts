import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chartOf } from './chart.ts';
import type { Measurements } from './measure.ts';
import { allTables } from './tables.ts';
import type { Verdict } from './targets.ts';

/** Writes a page with tables, and a chart of the deployed memory size. */
export function writeResults(
  folder: string,
  machine: string,
  rounds: number,
  measured: Measurements,
  verdicts: readonly Verdict[],
): void {
  const kept = Number(measured.cold[0]?.starts.length);
  const source = `Medians of the quieter ${kept} of ${rounds} rounds. ${machine}.`;
  const deployed = measured.cold.filter(({ megabytes }) => megabytes === 512);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'cold-starts.svg'), chartOf(deployed, source));
  writeFileSync(
    join(folder, 'README.md'),
    `# The last run

Written by \`npm run bench\`; [how it measures](../README.md). ${source}

![Cold starts](cold-starts.svg)

${allTables(measured, verdicts).join('\n\n')}
`,
  );
}
