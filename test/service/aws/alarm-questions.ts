import {
  type CompositeAlarm,
  DescribeAlarmsCommand,
  type MetricAlarm,
} from '@aws-sdk/client-cloudwatch';
import type { AskedStage } from './asked-stage.ts';
import { type Finding, finding, notAsked, type Question } from './question.ts';

/** What the run itself does turns this alarm on. */
const expectedOn = 'EndedToken';

/** One for each alarm of the deployed template. */
export function alarmQuestions({ clients, stage }: AskedStage): Question[] {
  const alarms = Object.values(stage.template.Resources).filter(({ Type }) =>
    /^AWS::CloudWatch::(Composite)?Alarm$/.test(Type),
  );
  return alarms.map(({ Properties }) => {
    const name = `${Properties?.['AlarmName']}`;
    const short = name.replace(`${stage.stackName}-`, '');
    return {
      asks: `Can CloudWatch evaluate the alarm ${short}?`,
      expected: short === expectedOn ? 'OK or ALARM' : 'OK',
      ask: async () => {
        const command = new DescribeAlarmsCommand({
          AlarmNames: [name],
          AlarmTypes: ['MetricAlarm', 'CompositeAlarm'],
        });
        const { MetricAlarms = [], CompositeAlarms = [] } = await clients.cloudwatch.send(command);
        return judgeAlarm([...MetricAlarms, ...CompositeAlarms][0], short === expectedOn);
      },
    };
  });
}

/** Some alarms need three days, or the first 45 minutes, before they have a state. */
function judgeAlarm(alarm: (MetricAlarm & CompositeAlarm) | undefined, mayBeOn: boolean): Finding {
  if (alarm === undefined) return finding('no such alarm', false);
  const { EvaluationState = '', StateReason = '', StateValue = '' } = alarm;
  const seen = [EvaluationState, StateValue, StateReason].filter(Boolean).join(', ');
  if (/^EVALUATION_/.test(EvaluationState)) return finding(seen, false);
  if (StateValue === 'INSUFFICIENT_DATA') return notAsked(seen);
  return finding(seen, StateValue === 'OK' || mayBeOn);
}
