import type { Subscription } from '@aws-sdk/client-sns';
import { type Answer, gone, known } from '../answer.ts';
import { type Expected, shortName } from '../expected.ts';
import type { Finding } from '../finding.ts';
import { askSubscriptions, subscribe } from '../kinds/topics.ts';
import { ofType, type Subject } from './subject.ts';

interface TopicAnswer {
  readonly topic: Expected;
  readonly subscriptions: Answer<readonly Subscription[]>;
}

/** Who is called. */
export const addresses: Subject<readonly TopicAnswer[]> = {
  ask: (asking, { expected }) =>
    Promise.all(
      ofType(expected, 'AWS::SNS::Topic').flatMap(async (topic) => {
        const subscriptions: Answer<Subscription[]> = topic.physicalId
          ? await askSubscriptions(asking, topic.physicalId)
          : gone;
        return { topic, subscriptions };
      }),
    ),

  judge(answers, { expected }) {
    const paging = ofType(expected, 'AWS::CloudWatch::CompositeAlarm').flatMap(({ properties }) =>
      [properties['AlarmActions']].flat(),
    );
    const wanted = ofType(expected, 'AWS::SNS::Subscription');
    const remarks: string[] = [];
    const findings = answers.flatMap(({ topic, subscriptions }): Finding[] => {
      const all = known(subscriptions);
      if (all === undefined) return [];
      const name = shortName(topic.logicalId);
      const pending = all.filter(
        ({ SubscriptionArn }) => SubscriptionArn === 'PendingConfirmation',
      );
      const waiting = pending.map((one) => notConfirmed(topic, one));
      if (all.length > pending.length) return waiting;
      const isWanted =
        paging.includes(topic.physicalId) ||
        wanted.some(({ properties }) => properties['TopicArn'] === topic.physicalId);
      if (!isWanted) {
        remarks.push(`The topic ${name} has no address: its alarms are only on the dashboard.`);
        return waiting;
      }
      const nobody: Finding = {
        rank: 'SILENT',
        what: `The topic ${name} has no address that was confirmed.`,
        means: 'Its alarms call nobody.',
        runbook: 'no-mail-comes',
        commands: [
          subscribe({ TopicArn: topic.physicalId, Protocol: 'email', Endpoint: 'ADDRESS' }),
        ],
        about: topic.logicalId,
      };
      return waiting.length > 0
        ? waiting.map((one) => ({ ...one, means: nobody.means }))
        : [nobody];
    });
    return { findings, remarks };
  },
};

function notConfirmed(topic: Expected, { Protocol, Endpoint }: Subscription): Finding {
  return {
    rank: 'SILENT',
    what: `An address (${Protocol}) of the topic ${shortName(topic.logicalId)} was never confirmed.`,
    means:
      'Nobody is called there until its owner opens the link in a mail. This command sends the mail again.',
    detail: `The address is ${Endpoint}.`,
    runbook: 'no-mail-comes',
    commands: [subscribe({ TopicArn: topic.physicalId, Protocol, Endpoint })],
    about: topic.logicalId,
  };
}
