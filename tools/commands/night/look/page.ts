import type { Stage } from '../../../shared/stage/stage.ts';
import { printable } from '../../../shared/terminal/printable.ts';
import { utc } from '../../../shared/terminal/utc.ts';
import { type Command, shellLine } from './command.ts';
import type { Finding } from './finding.ts';
import { grouped } from './grouped.ts';
import { groupsBy } from './groups-by.ts';
import { spanBetween } from './spans.ts';
import type { Note } from './subjects/subject.ts';
import type { Verdict } from './verdict.ts';

interface PageOptions {
  /** All findings, and not only those of one screen. */
  readonly all: boolean;
  /** Without names of clients, addresses, numbers of accounts and texts of AWS. */
  readonly isPublic: boolean;
}

/** A usual window of a terminal. */
const screen = 40;
const columns = 120;
const indent = ' '.repeat(8);

/** What `look` prints: the worst first, on one screen. */
export function page(verdict: Verdict, stage: Stage, now: Date, options: PageOptions): string {
  const { facts, notes, remarks, unanswered } = verdict;
  const findings = grouped(verdict.findings);
  const head = [headline(stage, now, options), ...facts, ''];
  const tail = [
    ...(options.isPublic ? [] : [...notes.map(textOfNote), ...remarks].map(noteLine)),
    ...notAsked(unanswered),
    wellLine(verdict, findings),
  ];
  const room = options.all ? Number.POSITIVE_INFINITY : screen - rowsOf(head) - rowsOf(tail) - 1;
  const blocks = findings.map((one) => linesOf(one, now, options));
  const shown = firstFitting(blocks, room);
  const left = findings.slice(shown.length);
  const more =
    left.length === 0
      ? []
      : [`And ${left.length} more: ${countsByRank(left)}. Add --all to see them.`];
  return [...head, ...shown.flat(), ...more, ...tail].map(printable).join('\n');
}

function headline(
  { stackName: name, stageName, account, region }: Stage,
  now: Date,
  { isPublic }: PageOptions,
) {
  return [`${name} (${stageName})`, ...(isPublic ? [] : [account]), region, utc(now)].join('  ');
}

/** A long line takes several rows. */
function rowsOf(lines: readonly string[]): number {
  return lines.reduce((rows, line) => rows + Math.max(1, Math.ceil(line.length / columns)), 0);
}

/** At least one, and as many as have room. */
function firstFitting(blocks: readonly (readonly string[])[], room: number) {
  let used = 0;
  const end = blocks.findIndex((lines, index) => {
    used += rowsOf(lines);
    return used > room && index > 0;
  });
  return end === -1 ? blocks : blocks.slice(0, end);
}

function linesOf(finding: Finding, now: Date, { isPublic }: PageOptions): string[] {
  const { rank, what, means, since, detail, runbook, commands } = finding;
  const begin = since ? ` Since ${utc(since)} (${spanBetween(since, now)}).` : '';
  const own = isPublic ? commands.filter(isOurs) : commands;
  return [
    `${rank.padEnd(indent.length)}${what}${begin}`,
    `${indent}${means} RUNBOOK#${runbook}`,
    ...(detail && !isPublic ? [`${indent}${detail.replaceAll(/\s+/g, ' ').slice(0, 400)}`] : []),
    ...own.map((command) => `${indent}> ${shellLine(command)}`),
  ];
}

/** The commands of AWS can have an ARN, which has the number of the account. */
function isOurs({ tool }: Command): boolean {
  return tool === 'night';
}

function countsByRank(findings: readonly Finding[]): string {
  const byRank = groupsBy(findings, ({ rank }) => rank);
  return [...byRank].map(([rank, its]) => `${its.length} × ${rank}`).join(', ');
}

/** A note with its commands, in one line. */
export function textOfNote({ text, commands = [] }: Note): string {
  return [text, ...commands.map((one) => `> ${shellLine(one)}`)].join(' ');
}

function noteLine(text: string): string {
  return `NOTE    ${text}`;
}

function notAsked(unanswered: ReadonlyMap<string, string>): string[] {
  const byReason = groupsBy(unanswered, ([, code]) => code);
  return [...byReason].map(
    ([code, its]) =>
      `Not asked, so nothing is known: ${its.map(([action]) => action).join(', ')} (${code}).`,
  );
}

function wellLine({ well, notes, unanswered }: Verdict, findings: readonly Finding[]): string {
  const rest = `${well} resources are as in the template.`;
  if (findings.length > 0) return `Well: ${rest}`;
  const topics = [...new Set(notes.map(({ topic }) => topic))].join(', ');
  if (topics !== '') return `Nothing is wrong, but read about this: ${topics}. ${rest}`;
  return unanswered.size === 0 ? `All is well: ${rest}` : `What could be asked is well: ${rest}`;
}
