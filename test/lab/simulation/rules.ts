import { readFileSync } from 'node:fs';
import type { Missing } from '../../infra/monitoring/metric-expression.ts';
import { liveFunctions, type Template } from '../../synthesized.ts';
import { type Alarm, alarmsOf } from './alarms.ts';
import { rolloutOf } from './releases.ts';
import { isCountOfFailures, type Service, serviceOf, simulate } from './simulate.ts';
import type { Minute } from './traffic.ts';
import type { Lateness } from './watch.ts';

/** What alarms do in traffic that is known exactly. */
export interface Rule {
  readonly says: string;
  readonly traffic: readonly Minute[];
  readonly late: Lateness;
  /** From when to when each alarm is on, in minutes. No other alarm pages. */
  readonly expects: Readonly<Record<string, string>>;
}

const never = Number.POSITIVE_INFINITY;

const lateness: Readonly<Record<string, Lateness>> = {
  '': () => 1,
  'no metric': () => 0,
  '4 minutes': () => 4,
  'Latency 4 minutes': (source) => (/Latency/.test(source) ? 4 : 1),
  'failures and latency never': (source) =>
    /Latency/.test(source) || isCountOfFailures.test(source) ? never : 1,
  'all but failures never': (source) => (isCountOfFailures.test(source) ? 1 : never),
  'errors of Lambda never': (source) => (/Errors/.test(source) ? never : 1),
};

/** Reads the table of rules.md. */
export function rulesOf(template: Template): Rule[] {
  const lines = readFileSync('test/lab/simulation/rules.md', 'utf8').split('\n');
  const [, , ...rows] = lines.filter((line) => line.startsWith('|'));
  const calling = [...alarmsOf(template).values()].filter(({ calls }) => calls !== undefined);
  const names = [...calling.map(({ name }) => name), ...rollingBack(template)];
  return rows.map((row) => {
    const [says = '', traffic = '', late = '', alarms = ''] = row
      .split('|')
      .slice(1)
      .map((cell) => cell.trim());
    const others = alarms.includes('others: off') ? names.map((name) => [name, '']) : [];
    const named = [...alarms.matchAll(/(\w+): ([^,]+)/g)].map(([, name, does]) => [
      name,
      does === 'off' ? '' : does,
    ]);
    const { others: _, ...expects } = Object.fromEntries([...others, ...named]);
    const isLate = lateness[late];
    if (isLate === undefined) throw new Error(`Unknown: ${late}`);
    return { says, traffic: minutesOf(traffic), late: isLate, expects };
  });
}

/** As `30 min calm; 2 × (1 min 8 crashed of 1000, no access log; 4 min nothing)`. */
function minutesOf(text: string): Minute[] {
  const parts = text.match(/\d+ × \([^)]*\)|\d+ min [^;]+/g) ?? [];
  return parts.flatMap((part) => {
    const [, times, inner] = /^(\d+) × \((.*)\)$/.exec(part) ?? [];
    if (inner !== undefined)
      return Array.from({ length: Number(times) }, () => minutesOf(inner)).flat();
    const [, minutes, what = ''] = /^(\d+) min (.+)$/.exec(part) ?? [];
    return Array<Minute>(Number(minutes)).fill(minuteOf(what));
  });
}

const states: Readonly<Record<string, Partial<Minute>>> = {
  nothing: {},
  calm: { exactly: { served: 1000 } },
  'wrong run': { probeFails: 1 },
  'no probe': { probeFails: undefined },
  'no access log': { logsOff: ['access'] },
  'no function log': { logsOff: ['createPlant'] },
};

function minuteOf(text: string): Minute {
  const exactly: Record<string, number> = {};
  const parts = text.split(', ').map((part): Partial<Minute> => {
    const [, count, outcome = '', of] = /^(\d+) (\w+)(?: of (\d+))?$/.exec(part) ?? [];
    const state = states[part];
    if (count === undefined && state === undefined) throw new Error(`Unknown: ${part}`);
    if (count !== undefined) exactly[outcome] = Number(count);
    if (of !== undefined) exactly['served'] = Number(of) - Number(count);
    return state ?? { exactly };
  });
  return Object.assign({ perSecond: 0, shares: {} }, ...parts);
}

function rollingBack(template: Template): string[] {
  return liveFunctions.flatMap((fn) => rolloutOf(template, fn).faults);
}

/** Runs rules with a template. */
export function observerOf(template: Template) {
  const service = serviceOf(template);
  const rollBack = rollingBack(template);
  return (rule: Rule, missing: Missing) => observed(service, rollBack, rule, missing);
}

/** What the alarms of a rule do, and all other pages. */
function observed(
  service: Service,
  rollBack: readonly string[],
  { traffic, late, expects }: Rule,
  missing: Missing,
) {
  const isWatched = ({ name, calls }: Alarm) => name in expects || calls === 'page';
  const watched = [...service.alarms.values()].filter(isWatched);
  const found = Object.fromEntries(Object.keys(expects).map((name) => [name, '']));
  const open = new Map<string, string>();
  const at = (minute: number) => traffic[minute] as Minute;
  const readings = { it: () => ({ late, missing }) };
  const run = { seed: 1, minutes: traffic.length, readings, isWatched, at };
  simulate(service, run, (end, [look]) => {
    for (const alarm of watched) {
      const { name, calls } = alarm;
      const does = rollBack.includes(name) ? 'rolls back' : 'is on';
      if (look?.calls.some(({ alarm }) => alarm === name)) open.set(name, `${calls} ${end}`);
      else if (look?.isOn(name) && !open.has(name)) open.set(name, `${does} ${end}`);
      const state = open.get(name);
      if (look?.isOn(name) || state === undefined) continue;
      open.delete(name);
      const suppressor = 'suppressor' in alarm && service.alarms.get(alarm.suppressor?.id ?? '');
      const isSilent = !alarm.reportsEnd || (suppressor && look?.isOn(suppressor.name));
      const until = `${state} to ${end}${calls && isSilent ? ' silently' : ''}`;
      if (name in expects || state.startsWith('page'))
        found[name] = [found[name], until].filter(Boolean).join('; ');
    }
  });
  for (const name of open.keys()) found[name] = 'does not end';
  return found;
}
