import { liveFunctions } from '../../../../shared/stage/template.ts';
import { utc } from '../../../../shared/terminal/utc.ts';
import { type AwsAnswer, known } from '../aws-answer.ts';
import type { Command } from '../command.ts';
import { type Expected, propertyAt } from '../expected.ts';
import type { Finding } from '../finding.ts';
import {
  type AnyAlarm,
  alarmName,
  askAlarms,
  isAlarm,
  pagingTopics,
  timeUntilOff,
  topicsOf,
} from '../kinds/alarms.ts';
import { setThrottle } from '../kinds/api.ts';
import { askCommits } from '../kinds/release.ts';
import { night } from '../mends.ts';
import { hour, isOlder, minute, spanOf } from '../spans.ts';
import { askRequests, servedIn } from './access-log.ts';
import type { Row } from './log-query.ts';
import { type Context, ofType, type Subject } from './subject.ts';

interface AlarmAnswers {
  readonly alarms: AwsAnswer<readonly AnyAlarm[]>;
  readonly lastDeploy: Date | undefined;
  /** The requests of clients in the last hour. */
  readonly requests: AwsAnswer<readonly Row[]> | undefined;
}

/** An alarm of the template, with its state. */
interface Alarm extends Expected {
  readonly state: string | undefined;
  readonly since: Date | undefined;
}

/** The alarms about the limits of the stage, which people can raise. service-alarms.ts in infra/monitoring has them. */
const aboutThrottle = ['NearThrottle', 'Throttled'];

/** It says that no client is served. It stays on for hours, and counts only what the log has shown to it. */
const aboutTokens = 'UnknownTokens';

export const alarmStates: Subject<AlarmAnswers> = {
  async ask(asking, context) {
    const { stage, expected } = context;
    const [parameter] = ofType(expected, 'AWS::SSM::Parameter');
    const [alarms, commits, requests] = await Promise.all([
      askAlarms(asking, stage.stackName),
      parameter?.physicalId ? askCommits(asking, parameter.physicalId) : undefined,
      askRequests(asking, context, 'clients'),
    ]);
    return { alarms, lastDeploy: known(commits)?.at(-1)?.LastModifiedDate, requests };
  },

  judge(answers, context) {
    const alarms = withStates(context.expected.filter(isAlarm), known(answers.alarms) ?? []);
    const on = alarms.filter(({ state }) => state === 'ALARM');
    const wholes = on.filter((one) => !on.some((other) => isPartOf(one, other)));
    return {
      findings: [
        ...wholes.map((one) => {
          const parts = on.filter((part) => isPartOf(part, one));
          return alarmOn(one, parts, answers, context);
        }),
        ...alarms.flatMap((one) => withoutData(one, context)),
      ],
    };
  },
};

function withStates(alarms: readonly Expected[], found: readonly AnyAlarm[]): Alarm[] {
  return alarms.map((one) => {
    const its = found.find(({ AlarmName }) => AlarmName === one.physicalId);
    const since = its?.StateTransitionedTimestamp ?? its?.StateUpdatedTimestamp;
    return { ...one, state: its?.StateValue, since };
  });
}

function alarmOn(
  alarm: Alarm,
  parts: readonly Alarm[],
  answers: AlarmAnswers,
  context: Context,
): Finding {
  const { expected } = context;
  const { since, logicalId: about } = alarm;
  // A fault that is over and one that goes on look the same here.
  const longest = Math.max(...[alarm, ...parts].map(timeUntilOff));
  const end = `It goes off by itself, at most ${spanOf(longest)} after its fault is over.`;
  const call = callOf(alarm, expected);
  if (call === undefined && isOfRelease(alarm, expected)) {
    return {
      rank: 'BLOCKS',
      what: `The alarm ${alarmName(alarm)} is on.`,
      means: `CodeDeploy starts no gradual release before it is off, and takes a running one back. ${end}`,
      since,
      runbook: 'alarms',
      commands: [],
      about,
    };
  }
  const because = parts.length > 0 ? `, because of ${parts.map(nameWithTime).join(', ')}` : '';
  const { means, runbook } = meaningOf(alarm);
  return {
    rank: 'HURTS',
    what: `The alarm ${alarmName(alarm)} is on and ${call ?? 'calls nobody by itself'}${because}.`,
    means: `${means}${contradiction(alarm, answers)} ${end}`,
    since,
    runbook,
    commands: [...rollBacks(alarm, answers, context), ...throttles(alarm, expected)],
    about,
  };
}

function callOf(
  alarm: Expected,
  expected: readonly Expected[],
): 'pages' | 'makes a ticket' | undefined {
  const topics = topicsOf(alarm);
  if (topics.length === 0) return undefined;
  const paging = pagingTopics(expected);
  return topics.some((topic) => paging.includes(topic)) ? 'pages' : 'makes a ticket';
}

/** Whether it can take a release back. */
function isOfRelease({ physicalId }: Expected, expected: readonly Expected[]): boolean {
  return ofType(expected, 'AWS::CodeDeploy::DeploymentGroup').some(({ properties }) => {
    const alarms = propertyAt(properties, 'AlarmConfiguration.Alarms');
    return [alarms].flat().some((one) => propertyAt(one, 'Name') === physicalId);
  });
}

/** Whether an alarm is named in the rule of a composite one. */
function isPartOf({ physicalId }: Expected, { properties }: Expected): boolean {
  return String(properties['AlarmRule'] ?? '').includes(`:alarm:${physicalId}"`);
}

function nameWithTime(part: Alarm): string {
  return part.since ? `${alarmName(part)} (${utc(part.since).slice(11, 16)})` : alarmName(part);
}

/** What an alarm says, without the link to the runbook, and the entry there. */
function meaningOf({ properties }: Expected) {
  const description = String(properties['AlarmDescription'] ?? '');
  const [, means = '', runbook = 'alarms'] = /^(.*?)(?: \S*#([\w-]+))?$/s.exec(description) ?? [];
  return { means, runbook };
}

/** What the log of requests says against an alarm. */
function contradiction(alarm: Alarm, { requests }: AlarmAnswers): string {
  const served = servedIn(known(requests) ?? []);
  if (alarmName(alarm) !== aboutTokens || served === 0) return '';
  return ` But in the last hour, ${served} requests of clients got 2xx: not all tokens are lost.`;
}

/** A fault that began within the hour after a deploy is its. */
function rollBacks({ since }: Alarm, { lastDeploy }: AlarmAnswers, { stage }: Context): Command[] {
  if (since === undefined || lastDeploy === undefined) return [];
  const passed = since.getTime() - lastDeploy.getTime();
  if (passed < -10 * minute || passed > hour) return [];
  return liveFunctions(stage.template).map(({ name }) => night(stage, 'roll-back', name));
}

function throttles(alarm: Alarm, expected: readonly Expected[]): Command[] {
  if (!aboutThrottle.includes(alarmName(alarm))) return [];
  return ofType(expected, 'AWS::ApiGatewayV2::Stage').map(setThrottle);
}

function withoutData(alarm: Alarm, { now }: Context): Finding[] {
  const { state, since, properties, logicalId } = alarm;
  const warmUp = propertyAt(properties, 'WarmUpConfiguration.WarmUpPeriodDurationInMinutes');
  const patience = (Number(warmUp ?? 0) + 15) * minute;
  if (state !== 'INSUFFICIENT_DATA' || !isOlder(since, patience, now)) return [];
  return [
    {
      rank: 'SILENT',
      what: `The alarm ${alarmName(alarm)} has no data.`,
      means: 'It does not see whether its fault is there.',
      since,
      runbook: 'an-alarm-without-data',
      commands: [],
      about: logicalId,
    },
  ];
}
