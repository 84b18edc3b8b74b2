import {
  type AlarmMuteRuleSummary,
  GetAlarmMuteRuleCommand,
  ListAlarmMuteRulesCommand,
} from '@aws-sdk/client-cloudwatch';
import { askAllPages } from '../../../stage/ask-all-pages.ts';
import { liveFunctions } from '../../../stage/template.ts';
import { utc } from '../../../terminal/utc.ts';
import { type Answer, known } from '../answer.ts';
import type { Asking } from '../asking.ts';
import type { Command } from '../command.ts';
import { type Expected, propertyAt } from '../expected.ts';
import type { Finding } from '../finding.ts';
import { type AnyAlarm, askAlarms, timeUntilOff } from '../kinds/alarms.ts';
import { setThrottle } from '../kinds/api.ts';
import { askCommits } from '../kinds/release.ts';
import { aws, night } from '../mends.ts';
import { hour, isOlder, minute, spanOf } from '../spans.ts';
import { askRequests, servedIn } from './access-log.ts';
import type { Row } from './log-query.ts';
import { type Asked, ofType, type Subject } from './subject.ts';

const composite = 'AWS::CloudWatch::CompositeAlarm';

interface MuteRule {
  readonly name: string;
  readonly alarmNames: readonly string[];
}

interface AlarmAnswers {
  readonly alarms: Answer<readonly AnyAlarm[]>;
  readonly mutes: readonly Answer<MuteRule>[];
  readonly lastDeploy: Date | undefined;
  /** The requests of clients in the last hour. */
  readonly requests: Answer<readonly Row[]> | undefined;
}

async function askMutes({ ask }: Asking): Promise<Answer<MuteRule>[]> {
  const active = { Statuses: ['ACTIVE' as const] };
  const rules = await ask('cloudwatch:ListAlarmMuteRules', active, ({ cloudwatch }, signal) =>
    askAllPages<AlarmMuteRuleSummary>(async (NextToken) => {
      const command = new ListAlarmMuteRulesCommand({ ...active, NextToken });
      const page = await cloudwatch.send(command, signal);
      return [page.AlarmMuteRuleSummaries, page.NextToken];
    }),
  );
  const names = known(rules)?.flatMap(({ AlarmMuteRuleArn: arn }) => arn?.split(':').at(-1) ?? []);
  return await Promise.all(
    (names ?? []).map((name) =>
      ask('cloudwatch:GetAlarmMuteRule', { name }, async ({ cloudwatch }, signal) => {
        const command = new GetAlarmMuteRuleCommand({ AlarmMuteRuleName: name });
        const { MuteTargets } = await cloudwatch.send(command, signal);
        return { name, alarmNames: MuteTargets?.AlarmNames ?? [] };
      }),
    ),
  );
}

/** What an alarm says, without the link to the runbook, and the entry there. */
function meaningOf({ properties }: Expected) {
  const description = String(properties['AlarmDescription'] ?? '');
  const [, means = '', runbook = 'alarms'] = /^(.*?)(?: \S*#([\w-]+))?$/s.exec(description) ?? [];
  return { means, runbook };
}

function shortNameOf({ physicalId = '' }: Expected): string {
  return physicalId.split('-').at(-1) ?? physicalId;
}

/** The topic that the composite alarms call is the one that pages. */
function callOf(
  expected: readonly Expected[],
  alarm: Expected,
): 'pages' | 'makes a ticket' | undefined {
  const topics = [alarm.properties['AlarmActions'] ?? []].flat();
  if (topics.length === 0) return undefined;
  const paging = ofType(expected, composite).flatMap((one) =>
    [one.properties['AlarmActions']].flat(),
  );
  return topics.some((topic) => paging.includes(topic)) ? 'pages' : 'makes a ticket';
}

export const alarmStates: Subject<AlarmAnswers> = {
  async ask(asking, asked) {
    const { stage, expected } = asked;
    const [parameter] = ofType(expected, 'AWS::SSM::Parameter');
    const [alarms, mutes, commits, requests] = await Promise.all([
      askAlarms(asking, stage.stackName),
      askMutes(asking),
      parameter?.physicalId ? askCommits(asking, parameter.physicalId) : undefined,
      askRequests(asking, asked, 'clients'),
    ]);
    return { alarms, mutes, lastDeploy: known(commits)?.at(-1)?.LastModifiedDate, requests };
  },

  judge({ alarms, mutes, lastDeploy, requests }, asked) {
    const { expected } = asked;
    const found = new Map(known(alarms)?.map((one) => [one.AlarmName, one]));
    const watched = expected.filter(({ type }) => /^AWS::CloudWatch::.*Alarm$/.test(type));
    const isOn = ({ physicalId }: Expected) => found.get(physicalId)?.StateValue === 'ALARM';
    const on = watched.filter(isOn);
    const parts = on.filter((one) => on.some((other) => isPartOf(one, other)));
    const findings = on
      .filter((one) => !parts.includes(one))
      .map((one) =>
        alarmOn(
          one,
          on.filter((part) => isPartOf(part, one)),
        ),
      );
    return { findings: [...findings, ...watched.flatMap(withoutData), ...mutes.flatMap(muted)] };

    function sinceOf({ physicalId }: Expected): Date | undefined {
      const { StateTransitionedTimestamp, StateUpdatedTimestamp } = found.get(physicalId) ?? {};
      return StateTransitionedTimestamp ?? StateUpdatedTimestamp;
    }

    function alarmOn(alarm: Expected, itsParts: readonly Expected[]): Finding {
      const call = callOf(expected, alarm);
      const since = sinceOf(alarm);
      const names = itsParts.map((part) => {
        const begin = sinceOf(part);
        return begin ? `${shortNameOf(part)} (${utc(begin).slice(11, 16)})` : shortNameOf(part);
      });
      const because = names.length > 0 ? `, because of ${names.join(', ')}` : '';
      const about = { about: alarm.logicalId, since };
      // A fault that is over and one that goes on look the same here.
      const longest = Math.max(...[alarm, ...itsParts].map(timeUntilOff));
      const end = `It goes off by itself, at most ${spanOf(longest)} after its fault is over.`;
      if (call === undefined && isOfRelease(expected, alarm)) {
        const what = `The alarm ${shortNameOf(alarm)} is on.`;
        const means = `CodeDeploy starts no gradual release before it is off, and takes a running one back. ${end}`;
        return { ...about, rank: 'BLOCKS', what, means, runbook: 'alarms', commands: [] };
      }
      const what = `The alarm ${shortNameOf(alarm)} is on and ${call ?? 'calls nobody by itself'}${because}.`;
      const meaning = meaningOf(alarm);
      const isOfThrottle = ['nearthrottle', 'throttled'].includes(meaning.runbook);
      const throttles = isOfThrottle ? ofType(expected, 'AWS::ApiGatewayV2::Stage') : [];
      return {
        ...about,
        rank: 'HURTS',
        what,
        ...meaning,
        means: `${meaning.means}${contradiction(meaning.runbook)} ${end}`,
        commands: [...afterDeploy(since, asked), ...throttles.map(setThrottle)],
      };
    }

    /** The alarm stays on for hours, and counts only what the log shows to it. */
    function contradiction(runbook: string): string {
      const served = servedIn(known(requests) ?? []);
      if (runbook !== 'unknowntokens' || served === 0) return '';
      return ` But in the last hour, ${served} requests of clients got 2xx: not all tokens are lost.`;
    }

    /** A fault that began within the hour after a deploy is its. */
    function afterDeploy(since: Date | undefined, { stage }: Asked): Command[] {
      if (since === undefined || lastDeploy === undefined) return [];
      const passed = since.getTime() - lastDeploy.getTime();
      if (passed < -10 * minute || passed > hour) return [];
      return liveFunctions(stage.template).map(({ name }) => night(stage, 'roll-back', name));
    }

    function withoutData(alarm: Expected): Finding[] {
      if (found.get(alarm.physicalId)?.StateValue !== 'INSUFFICIENT_DATA') return [];
      const warmUp = propertyAt(
        alarm.properties,
        'WarmUpConfiguration.WarmUpPeriodDurationInMinutes',
      );
      const patience = (Number(warmUp ?? 0) + 15) * minute;
      const since = sinceOf(alarm);
      if (!isOlder(since, patience, asked.now)) return [];
      return [
        {
          rank: 'SILENT',
          what: `The alarm ${shortNameOf(alarm)} has no data.`,
          means: 'It does not see whether its fault is there.',
          since,
          runbook: 'an-alarm-without-data',
          commands: [],
          about: alarm.logicalId,
        },
      ];
    }

    function muted(answer: Answer<MuteRule>): Finding[] {
      const rule = known(answer);
      const names = watched.filter(({ physicalId = '' }) => rule?.alarmNames.includes(physicalId));
      if (rule === undefined || names.length === 0) return [];
      return [
        {
          rank: 'SILENT',
          what: `A mute rule silences ${names.map(shortNameOf).join(', ')}.`,
          means: 'They call nobody while it lasts.',
          detail: `The rule is ${rule.name}.`,
          runbook: 'no-mail-comes',
          commands: [
            aws('cloudwatch delete-alarm-mute-rule', { 'alarm-mute-rule-name': rule.name }),
          ],
        },
      ];
    }
  },
};

/** Whether an alarm is named in the rule of a composite one. */
function isPartOf({ physicalId }: Expected, { properties }: Expected): boolean {
  return String(properties['AlarmRule'] ?? '').includes(`:alarm:${physicalId}"`);
}

/** Whether it can take a release back. */
function isOfRelease(expected: readonly Expected[], { physicalId }: Expected): boolean {
  return ofType(expected, 'AWS::CodeDeploy::DeploymentGroup').some(({ properties }) => {
    const alarms = propertyAt(properties, 'AlarmConfiguration.Alarms');
    return [alarms].flat().some((one) => propertyAt(one, 'Name') === physicalId);
  });
}
