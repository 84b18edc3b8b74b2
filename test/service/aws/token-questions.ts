import { DescribeAlarmContributorsCommand } from '@aws-sdk/client-cloudwatch';
import { authorizer } from '../../../functions/service.ts';
import { type AskedStage, accepted, sendNothing } from './asked-stage.ts';
import { inTime, type Waiting } from './clock.ts';
import { type Finding, finding, notAsked, type Question } from './question.ts';

const refused = 403;

/** In this order: to revoke a token clears the gateway's cache, which the second question is about. */
export function tokenQuestions(asked: AskedStage): Question[] {
  let ended = '';
  return [
    {
      asks: 'How soon does the gateway refuse a token that was revoked?',
      expected: `${refused} within 60 s`,
      ask: async () => {
        const token = await asked.createToken('trial', '1h');
        const first = await sendNothing(asked, token);
        if (first.status !== accepted) return unexpected(first.status);
        await asked.revokeToken(token);
        return refusalOf(asked, token, { seconds: 60, every: 1 });
      },
    },
    {
      asks: 'How long does the gateway accept a token that has ended?',
      expected: `${refused} within ${authorizer.cacheSeconds} s`,
      ask: async () => {
        const seconds = 20;
        ended = await asked.createToken('trial', `${seconds}s`);
        const first = await sendNothing(asked, ended);
        if (first.status !== accepted) return unexpected(first.status);
        await asked.clock.sleep(1_000 * seconds);
        return refusalOf(asked, ended, { seconds: authorizer.cacheSeconds, every: 10 });
      },
    },
    {
      asks: 'Does the alarm EndedToken name a token that has ended?',
      expected: 'a contributor with its last four characters',
      ask: () => contributorOf(asked, ended),
    },
  ];
}

function unexpected(status: number): Finding {
  return finding(`${status} for a new token`, false);
}

/** Sends until the gateway refuses the token, and says after how many seconds it did. */
async function refusalOf(asked: AskedStage, token: string, waiting: Waiting): Promise<Finding> {
  const begin = asked.clock.now();
  const seconds = () => Math.round((asked.clock.now() - begin) / 1_000);
  const found = await inTime(asked.clock, waiting, async () => {
    const { status } = await sendNothing(asked, token);
    return status === accepted ? undefined : `${status} after ${seconds()} s`;
  });
  if (found === undefined) return finding(`${accepted} still after ${seconds()} s`, false);
  return finding(found, found.startsWith(`${refused} `));
}

/** The alarm looks at hours, so that its answer can come after the run. */
async function contributorOf(asked: AskedStage, token: string): Promise<Finding> {
  if (token === '') return notAsked('no token has ended');
  const { clients, clock, stage } = asked;
  const command = new DescribeAlarmContributorsCommand({
    AlarmName: `${stage.stackName}-EndedToken`,
  });
  const begin = clock.now();
  const minutes = () => Math.round((clock.now() - begin) / 60_000);
  const found = await inTime(clock, { seconds: 900, every: 30 }, async () => {
    const { AlarmContributors = [] } = await clients.cloudwatch.send(command);
    const values = AlarmContributors.flatMap((one) =>
      Object.values(one.ContributorAttributes ?? {}),
    );
    return values.includes(token.slice(-4)) ? 'it' : undefined;
  });
  if (found === undefined) return notAsked(`no such contributor within ${minutes()} minutes`);
  return finding(`its contributor after ${minutes()} minutes`, true);
}
