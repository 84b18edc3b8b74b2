import {
  type AlarmMuteRuleSummary,
  GetAlarmMuteRuleCommand,
  ListAlarmMuteRulesCommand,
} from '@aws-sdk/client-cloudwatch';
import { askAllPages } from '../../../../shared/stage/ask-all-pages.ts';
import type { Asking } from '../asking.ts';
import { type AwsAnswer, known } from '../aws-answer.ts';
import type { Finding } from '../finding.ts';
import { alarmName, isAlarm } from '../kinds/alarms.ts';
import { aws } from '../mends.ts';
import type { Context, Subject } from './subject.ts';

interface MuteRule {
  readonly name: string;
  readonly alarmNames: readonly string[];
}

/** Alarms that somebody has silenced for a time. */
export const muteRules: Subject<readonly AwsAnswer<MuteRule>[]> = {
  async ask(asking) {
    const names = known(await askActiveRules(asking)) ?? [];
    return await Promise.all(names.map((name) => askRule(asking, name)));
  },

  judge(rules, context) {
    return { findings: rules.flatMap((rule) => silenced(known(rule), context)) };
  },
};

function askActiveRules({ ask }: Asking) {
  const active = { Statuses: ['ACTIVE' as const] };
  return ask('cloudwatch:ListAlarmMuteRules', active, async ({ cloudwatch }, signal) => {
    const rules = await askAllPages<AlarmMuteRuleSummary>(async (NextToken) => {
      const command = new ListAlarmMuteRulesCommand({ ...active, NextToken });
      const page = await cloudwatch.send(command, signal);
      return [page.AlarmMuteRuleSummaries, page.NextToken];
    });
    return rules.flatMap(({ AlarmMuteRuleArn: arn }) => arn?.split(':').at(-1) ?? []);
  });
}

function askRule({ ask }: Asking, name: string): Promise<AwsAnswer<MuteRule>> {
  return ask('cloudwatch:GetAlarmMuteRule', { name }, async ({ cloudwatch }, signal) => {
    const command = new GetAlarmMuteRuleCommand({ AlarmMuteRuleName: name });
    const { MuteTargets } = await cloudwatch.send(command, signal);
    return { name, alarmNames: MuteTargets?.AlarmNames ?? [] };
  });
}

function silenced(rule: MuteRule | undefined, { expected }: Context): Finding[] {
  if (rule === undefined) return [];
  const alarms = expected.filter(
    (one) => isAlarm(one) && rule.alarmNames.includes(`${one.physicalId}`),
  );
  if (alarms.length === 0) return [];
  return [
    {
      rank: 'SILENT',
      what: `A mute rule silences ${alarms.map(alarmName).join(', ')}.`,
      means: 'They call nobody while it lasts.',
      detail: `The rule is ${rule.name}.`,
      runbook: 'no-mail-comes',
      commands: [aws('cloudwatch delete-alarm-mute-rule', { 'alarm-mute-rule-name': rule.name })],
    },
  ];
}
