import { pages, tickets } from './calls.ts';
import type { Incident } from './incident.ts';

const [start, end] = ['<!-- incident -->', '<!-- /incident -->'];

/** What happened and which entry of the runbook was opened when, as Markdown. */
export function incidentTable({ phases, states }: Incident): string {
  const rows = [
    ...phases.flatMap(({ name, from, to }) => [
      [from, `**${name}**`, ''],
      [to, `${name}: over`, ''],
    ]),
    ...states.map(({ alarm, from, to }) => [from, told(alarm), `on until ${clock(to)}`]),
  ] as [number, string, string][];
  const sorted = rows.toSorted(([one], [other]) => one - other);
  return [
    '| time | | |',
    '|---|---|---|',
    ...sorted.map(([minute, ...cells]) => `| ${[clock(minute), ...cells].join(' | ')} |`),
  ].join('\n');
}

function told(alarm: string): string {
  if (pages.includes(alarm)) return `[${alarm}](#${alarm.toLowerCase()}) pages`;
  if (tickets.includes(alarm)) return `[${alarm}](#${alarm.toLowerCase()}) makes a ticket`;
  return `\`${alarm}\` is on: a release under way [goes back](#roll-back)`;
}

export function withIncident(page: string, table: string): string {
  const [before, rest] = page.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined)
    throw new Error(`The page has no ${start} before a ${end}`);
  return `${before}${start}\n\n${table}\n\n${end}${after}`;
}

/** The incident begins at noon. */
export function clock(minute: number): string {
  return `${12 + Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`;
}
