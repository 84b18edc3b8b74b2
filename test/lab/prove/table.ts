import type { Figure } from './figure.ts';

const [start, end] = ['<!-- figures -->', '<!-- /figures -->'];

/** The run that the figures come from. */
export interface Run {
  readonly date: Date;
  readonly node: string;
  readonly cores: number;
  readonly minutes: number;
}

/** A Markdown table, in an order that does not depend on which test was faster. */
export function figureTable(figures: readonly Figure[], run: Run): string {
  const rows = figures
    .map(({ part, claim, figure }) => `| ${[part, claim, figure].map(cell).join(' | ')} |`)
    .toSorted();
  const date = run.date.toISOString().slice(0, 10);
  return [
    '| Part | What is shown | Figure |',
    '|---|---|---|',
    ...rows,
    '',
    `Printed by \`npm run prove\` on ${date}: Node ${run.node}, ${run.cores} cores, ${run.minutes} minutes.`,
  ].join('\n');
}

/** The table of a page, without its markers; empty where none was written yet. */
export function tableIn(page: string): string {
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The page has no ${start} before a ${end}`);
  return page.slice(from + start.length, to).trim();
}

/** What the old table shows and the new one does not: a figure that a run no longer tells. */
export function lostRows(before: string, after: string): string[] {
  const kept = new Set(claimsIn(after));
  return claimsIn(before).filter((claim) => !kept.has(claim));
}

function claimsIn(table: string): string[] {
  return table.split('\n').flatMap((row) => /^\| (.+) \| .+ \|$/.exec(row)?.[1] ?? []);
}

export function withTable(page: string, table: string): string {
  const [before = '', after = ''] = [page.split(start)[0], page.split(end)[1]];
  if (tableIn(page) === table) return page;
  return `${before}${start}\n\n${table}\n\n${end}${after}`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replace(/\s+/g, ' ').trim();
}
