import { type AwsCommand, type Command, isNight, shellLine } from './command.ts';
import { type Finding, type Rank, ranks } from './finding.ts';
import { groupsBy } from './groups-by.ts';
import { aws } from './mends.ts';

const order = Object.keys(ranks) as Rank[];
const mostNamed = 3;

/** The worst first. Findings that the same commands mend are one, and those that mean the same. */
export function grouped(findings: readonly Finding[]): Finding[] {
  const sorted = findings.toSorted((a, b) => order.indexOf(a.rank) - order.indexOf(b.rank));
  const mended = groupsBy(sorted, ({ about, commands, what }) =>
    commands.length > 0 ? [about, ...commands.map(shellLine)].join('\n') : what,
  );
  const once = [...mended.values()].flatMap(([worst]) => worst ?? []);
  const same = groupsBy(once, ({ rank, means, runbook }) => [rank, means, runbook].join('\n'));
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
function mergedCommands(commands: readonly Command[]): Command[] {
  const once = [...new Map(commands.map((one) => [shellLine(one), one])).values()];
  const closes = once.filter((one) => isNight(one, 'close'));
  const opens = once.filter((one) => isNight(one, 'open'));
  const ofAlarms = once.filter(isOfAlarms);
  const ends: readonly Command[] = [...closes, ...opens, ...ofAlarms];
  const others = once.filter((one) => !ends.includes(one));
  return [...closes, ...others, ...merged(ofAlarms), ...opens];
}

function isOfAlarms(command: Command): command is AwsCommand {
  return command.tool === 'aws' && 'alarm-names' in command.options;
}

/** AWS takes the names of many alarms in one command. */
function merged(commands: readonly AwsCommand[]): Command[] {
  const byOperation = groupsBy(commands, ({ operation }) => operation);
  return [...byOperation].map(([operation, its]) =>
    aws(operation, { 'alarm-names': its.map(({ options }) => options['alarm-names']) }),
  );
}
