import type { MetricDataResult } from '@aws-sdk/client-cloudwatch';
import type { Subscription } from '@aws-sdk/client-sns';
import type { Asking } from '../asking.ts';
import { type AwsAnswer, gone, known } from '../aws-answer.ts';
import { type Expected, shortName } from '../expected.ts';
import type { Finding } from '../finding.ts';
import { pagingTopics } from '../kinds/alarms.ts';
import { askSubscriptions, subscribe } from '../kinds/topics.ts';
import { askMetrics, sumOf } from './metric-query.ts';
import { type Context, ofType, type Subject } from './subject.ts';

interface AddressAnswers {
  readonly topics: readonly TopicAnswer[];
  /** Undefined without a topic. */
  readonly lost: AwsAnswer<readonly MetricDataResult[]> | undefined;
}

interface TopicAnswer {
  readonly topic: Expected;
  readonly subscriptions: AwsAnswer<readonly Subscription[]>;
}

/** Who is called, and whether the calls arrive. */
export const addresses: Subject<AddressAnswers> = {
  async ask(asking, context) {
    const topics = ofType(context.expected, 'AWS::SNS::Topic');
    const [answers, lost] = await Promise.all([
      Promise.all(topics.map((topic) => askTopic(asking, topic))),
      askLostMessages(asking, topics, context),
    ]);
    return { topics: answers, lost };
  },

  judge({ topics, lost }, { expected }) {
    const unwanted = topics.filter((one) => callsNobody(one) && !isWanted(one, expected));
    return {
      findings: [
        ...topics.flatMap((one) => uncalled(one, expected)),
        ...(known(lost) ?? []).filter((one) => sumOf(one) > 0).map(lostMessages),
      ],
      remarks: unwanted.map(
        ({ topic }) =>
          `The topic ${shortName(topic.logicalId)} has no address: its alarms are only on the dashboard.`,
      ),
    };
  },
};

async function askTopic(asking: Asking, topic: Expected): Promise<TopicAnswer> {
  const { physicalId } = topic;
  if (physicalId === undefined) return { topic, subscriptions: gone };
  return { topic, subscriptions: await askSubscriptions(asking, physicalId) };
}

/** How many messages of each topic did not arrive. */
function askLostMessages(asking: Asking, topics: readonly Expected[], { now }: Context) {
  const queries = topics.map(({ physicalId = '' }, index) => {
    const name = physicalId.split(':').at(-1) ?? '';
    const Dimensions = [{ Name: 'TopicName', Value: name }];
    const Metric = { Namespace: 'AWS/SNS', MetricName: 'NumberOfNotificationsFailed', Dimensions };
    const MetricStat = { Metric, Period: 3600, Stat: 'Sum' };
    return { Id: `lost${index}`, Label: name, MetricStat };
  });
  return queries.length === 0 ? undefined : askMetrics(asking, { queries, now });
}

function isPending({ SubscriptionArn }: Subscription): boolean {
  return SubscriptionArn === 'PendingConfirmation';
}

/** Whether no address of a topic was confirmed. */
function callsNobody({ subscriptions }: TopicAnswer): boolean {
  return known(subscriptions)?.every(isPending) === true;
}

/** Whether the settings give addresses to a topic. One that pages always needs one. */
function isWanted({ topic: { physicalId } }: TopicAnswer, expected: readonly Expected[]): boolean {
  const subscribed = ofType(expected, 'AWS::SNS::Subscription').map(
    ({ properties }) => properties['TopicArn'],
  );
  return pagingTopics(expected).includes(physicalId) || subscribed.includes(physicalId);
}

const silent = 'Its alarms call nobody.';

function uncalled(one: TopicAnswer, expected: readonly Expected[]): Finding[] {
  const { topic, subscriptions } = one;
  const pending = (known(subscriptions) ?? []).filter(isPending);
  const isSilent = callsNobody(one) && isWanted(one, expected);
  if (pending.length > 0) {
    const waits =
      'Nobody is called there until its owner opens the link in a mail. This command sends the mail again.';
    return pending.map((address) => notConfirmed(topic, address, isSilent ? silent : waits));
  }
  return isSilent ? [noAddress(topic)] : [];
}

function notConfirmed(
  { logicalId, physicalId: TopicArn }: Expected,
  { Protocol, Endpoint }: Subscription,
  means: string,
): Finding {
  return {
    rank: 'SILENT',
    what: `An address (${Protocol}) of the topic ${shortName(logicalId)} was never confirmed.`,
    means,
    detail: `The address is ${Endpoint}.`,
    runbook: 'no-mail-comes',
    commands: [subscribe({ TopicArn, Protocol, Endpoint })],
    about: logicalId,
  };
}

function noAddress({ logicalId, physicalId: TopicArn }: Expected): Finding {
  return {
    rank: 'SILENT',
    what: `The topic ${shortName(logicalId)} has no address that was confirmed.`,
    means: silent,
    runbook: 'no-mail-comes',
    commands: [subscribe({ TopicArn, Protocol: 'email', Endpoint: 'ADDRESS' })],
    about: logicalId,
  };
}

function lostMessages(one: MetricDataResult): Finding {
  return {
    rank: 'SILENT',
    what: `In the last hour, ${sumOf(one)} messages of a topic of alarms did not arrive.`,
    means: 'Somebody was not called.',
    detail: `The topic is ${one.Label}.`,
    runbook: 'no-mail-comes',
    commands: [],
  };
}
