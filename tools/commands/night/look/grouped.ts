import { type Finding, type Rank, ranks } from './finding.ts';

const order = Object.keys(ranks) as Rank[];
const mostNamed = 3;

/** The worst first. Findings that the same commands mend are one, and those that mean the same. */
export function grouped(findings: readonly Finding[]): Finding[] {
  const sorted = findings.toSorted((a, b) => order.indexOf(a.rank) - order.indexOf(b.rank));
  const mended = Map.groupBy(sorted, ({ about, commands, what }) =>
    commands.length > 0 ? [about, ...commands].join('\n') : what,
  );
  const once = [...mended.values()].flatMap(([worst]) => worst ?? []);
  const same = Map.groupBy(once, ({ rank, means, runbook }) => [rank, means, runbook].join('\n'));
  return [...same.values()].map(mergedFinding);
}

function mergedFinding(group: readonly Finding[]): Finding {
  const [first, ...others] = group as [Finding];
  if (others.length === 0) return first;
  const rest = group.length - mostNamed;
  const named = group.slice(0, mostNamed).map(({ what }) => what);
  const times = group.flatMap(({ since }) => since?.getTime() ?? []);
  return {
    ...first,
    what: [...named, ...(rest > 0 ? [`And ${rest} more of this kind.`] : [])].join(' '),
    since: times.length > 0 ? new Date(Math.min(...times)) : undefined,
    detail: group.flatMap(({ detail }) => detail ?? []).join(' ') || undefined,
    commands: mergedCommands(group.flatMap(({ commands }) => commands)),
  };
}

/** Each command once. The API is closed before all others, and opened after them. */
function mergedCommands(commands: readonly string[]): string[] {
  const once = [...new Set(commands)];
  const isFirst = (one: string) => one.includes(' close --stack ');
  const isLast = (one: string) => one.includes(' open --stack ');
  const isOfAlarms = (one: string) => one.includes(alarmNames);
  const between = once.filter((one) => !isFirst(one) && !isLast(one) && !isOfAlarms(one));
  return [
    ...once.filter(isFirst),
    ...between,
    ...oneOfAlarms(once.filter(isOfAlarms)),
    ...once.filter(isLast),
  ];
}

const alarmNames = ' --alarm-names ';

/** AWS takes the names of many alarms in one command. */
function oneOfAlarms(commands: readonly string[]): string[] {
  const [start] = commands[0]?.split(alarmNames) ?? [];
  if (start === undefined) return [];
  const names = commands.map((one) => one.split(alarmNames)[1]);
  return [`${start}${alarmNames}${names.join(' ')}`];
}
