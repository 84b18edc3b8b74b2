import type { Incident, State } from './incident.ts';

const [start, end] = ['<!-- incident -->', '<!-- /incident -->'];

/** The incident and the entries of the runbook that it opens, by time, as Markdown. */
export function incidentTable({ phases, states }: Incident): string {
  const rows = [
    ...phases.flatMap(({ name, from, to }) => [
      [from, `**${name}**`, ''],
      [to, `${name}: over`, ''],
    ]),
    ...states.map((state) => [state.from, sentenceOf(state), `on until ${clock(state.to)}`]),
  ] as [number, string, string][];
  const sorted = rows.toSorted(([one], [other]) => one - other);
  return [
    '| time | | |',
    '|---|---|---|',
    ...sorted.map(([minute, ...cells]) => `| ${[clock(minute), ...cells].join(' | ')} |`),
  ].join('\n');
}

function sentenceOf({ alarm, kind, calls }: State): string {
  const entry = `[${alarm}](#${alarm.toLowerCase()})`;
  if (kind === 'roll-back')
    return `\`${alarm}\` is on: a release under way is [rolled back](#roll-back)`;
  if (!calls) return `${entry} is on, and calls nobody: Unavailable has called`;
  return kind === 'page' ? `${entry} pages` : `${entry} makes a ticket`;
}

export function withIncident(page: string, table: string): string {
  const [before, rest] = page.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined)
    throw new Error(`The page has no ${start} before a ${end}`);
  return `${before}${start}\n\n${table}\n\n${end}${after}`;
}

/** The incident begins at noon. Later days continue the count of hours. */
export function clock(minute: number): string {
  return `${12 + Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`;
}
