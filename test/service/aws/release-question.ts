import { DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { SetAlarmStateCommand } from '@aws-sdk/client-cloudwatch';
import { GetAliasCommand } from '@aws-sdk/client-lambda';
import { physicalId } from '../../../tools/shared/stage/stage.ts';
import { liveFunctions } from '../../../tools/shared/stage/template.ts';
import type { AskedStage } from './asked-stage.ts';
import { inTime } from './clock.ts';
import { finding, notAsked, type Question } from './question.ts';

/** An alarm that takes back a release of any function. A real one stays on for ten minutes. */
const alarm = 'ProbeFaultRelease';
const minutesOn = 10;

/** One function moves its traffic for half an hour, and as long if it is taken back. */
const move = { seconds: 3_000, every: 20 };

/** `deploy` deploys a version in which both functions are changed. Undefined if the run does not release step by step. */
export function releaseQuestion(asked: AskedStage, deploy?: () => Promise<unknown>): Question {
  return {
    asks: 'Is a release of both functions taken back if an alarm comes while the second one moves?',
    expected: 'UPDATE_ROLLBACK_COMPLETE, and both functions at the versions before',
    ask: async () => {
      if (deploy === undefined) return notAsked('this run does not release step by step');
      const { clock } = asked;
      const before = await versionsOf(asked);
      let hasEnded = false;
      const deployed = deploy().finally(() => {
        hasEnded = true;
      });
      const moving = await inTime(clock, move, async () => {
        const last = (await versionsOf(asked)).at(-1);
        return hasEnded || last?.includes(' and ') ? last : undefined;
      });
      if (!moving?.includes(' and ')) {
        return finding(`the last function never moved (${await statusOf(asked)})`, false);
      }
      const offAt = clock.now() + minutesOn * 60_000;
      const status = await inTime(clock, move, async () => {
        if (clock.now() < offAt) await setAlarm(asked);
        const now = await statusOf(asked);
        return /ROLLBACK_(COMPLETE|FAILED)$|^UPDATE_(COMPLETE|FAILED)$/.test(now) ? now : undefined;
      });
      if (status !== undefined) await deployed.catch(() => {});
      const after = await versionsOf(asked);
      const isSame = after.join() === before.join();
      const seen = `${status ?? (await statusOf(asked))}, and ${isSame ? 'both functions at the versions before' : after.join(', ')}`;
      return finding(seen, status === 'UPDATE_ROLLBACK_COMPLETE' && isSame);
    },
  };
}

/** The version, or the two versions, that serve clients: for each function, in the order of releases. */
async function versionsOf({ clients, stage }: AskedStage): Promise<string[]> {
  const read = liveFunctions(stage.template).map(async ({ name }) => {
    const command = new GetAliasCommand({ FunctionName: physicalId(stage, name), Name: 'live' });
    const { FunctionVersion, RoutingConfig } = await clients.lambda.send(command);
    const others = Object.keys(RoutingConfig?.AdditionalVersionWeights ?? {});
    return `${name} ${[FunctionVersion, ...others].join(' and ')}`;
  });
  return Promise.all(read);
}

async function statusOf({ clients, stage }: AskedStage): Promise<string> {
  const command = new DescribeStacksCommand({ StackName: stage.stackName });
  const { Stacks } = await clients.cloudformation.send(command);
  return `${Stacks?.[0]?.StackStatus}`;
}

/** CloudWatch soon sees that nothing is wrong. */
async function setAlarm({ clients, stage }: AskedStage): Promise<void> {
  await clients.cloudwatch.send(
    new SetAlarmStateCommand({
      AlarmName: `${stage.stackName}-${alarm}`,
      StateValue: 'ALARM',
      StateReason: 'A rehearsal of a release that is taken back',
    }),
  );
}
