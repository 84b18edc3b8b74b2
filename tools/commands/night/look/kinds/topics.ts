import { GetTopicAttributesCommand, ListSubscriptionsByTopicCommand } from '@aws-sdk/client-sns';
import { askAllPages } from '../../../../shared/stage/ask-all-pages.ts';
import type { Asking } from '../asking.ts';
import { foundIn, mapped } from '../aws-answer.ts';
import type { Command } from '../command.ts';
import type { Broken, Consequence } from '../consequence.ts';
import { type Properties, shortName } from '../expected.ts';
import { aws, nameOf, repairOf } from '../mends.ts';
import { propertyText, type ResourceKind } from './resource-kind.ts';

function askTopic({ ask }: Asking, TopicArn: string) {
  return ask('sns:GetTopicAttributes', { TopicArn }, async ({ sns }, signal) => {
    const { Attributes = {} } = await sns.send(new GetTopicAttributesCommand({ TopicArn }), signal);
    return Attributes;
  });
}

export function askSubscriptions({ ask }: Asking, TopicArn: string) {
  return ask('sns:ListSubscriptionsByTopic', { TopicArn }, ({ sns }, signal) =>
    askAllPages(async (NextToken) => {
      const command = new ListSubscriptionsByTopicCommand({ TopicArn, NextToken });
      const page = await sns.send(command, signal);
      return [page.Subscriptions, page.NextToken];
    }),
  );
}

function silent(means: string, mend: Consequence['mend'] = repairOf): Consequence {
  return { rank: 'SILENT', means, runbook: 'no-mail-comes', mend };
}

const topic: ResourceKind = {
  type: 'AWS::SNS::Topic',
  name: ({ logicalId }) => `The topic ${shortName(logicalId)}`,
  ask: (asking, { physicalId }) => askTopic(asking, physicalId),
  ifDeleted: silent(
    'Its alarms call nobody. After the repair, each address must confirm a new mail.',
  ),
  properties: {
    KmsMasterKeyId: {
      ...silent('CloudWatch may be unable to use this key, and then calls nobody.', (it) => [
        aws('sns set-topic-attributes', {
          'topic-arn': nameOf(it),
          'attribute-name': 'KmsMasterKeyId',
          'attribute-value': '',
        }),
      ]),
      unset: undefined,
    },
  },
};

/** Sets the policy of the template: CloudFormation does not see that somebody changed it. */
function setPolicy({ expected: { properties } }: Broken): Command[] {
  return [properties['Topics']].flat().map((arn) =>
    aws('sns set-topic-attributes', {
      'topic-arn': arn,
      'attribute-name': 'Policy',
      'attribute-value': JSON.stringify(properties['PolicyDocument']),
    }),
  );
}

const policy: ResourceKind = {
  type: 'AWS::SNS::TopicPolicy',
  name: ({ logicalId }) => `The policy of a topic (${shortName(logicalId)})`,
  ask: async (asking, { properties }) => {
    const [arn] = [properties['Topics']].flat();
    return mapped(await askTopic(asking, `${arn}`), ({ Policy = '{}' }) => ({
      PolicyDocument: JSON.parse(Policy),
    }));
  },
  ifDeleted: silent('CloudWatch may not publish to it, and strangers might.', setPolicy),
  properties: {
    'PolicyDocument.Statement': silent(
      'CloudWatch may not publish to it, or others may.',
      setPolicy,
    ),
  },
};

const subscription: ResourceKind = {
  type: 'AWS::SNS::Subscription',
  name: ({ properties, logicalId }) =>
    `A subscription by ${properties['Protocol']} (${topicIn(logicalId)})`,
  ask: async (asking, expected) => {
    const [endpoint, protocol] = [
      propertyText(expected, 'Endpoint'),
      propertyText(expected, 'Protocol'),
    ];
    return foundIn(
      await askSubscriptions(asking, propertyText(expected, 'TopicArn')),
      ({ Endpoint, Protocol }) => Endpoint === endpoint && Protocol === protocol,
    );
  },
  ifDeleted: silent('Nobody is called at this address.', ({ expected }) => [
    subscribe(expected.properties),
  ]),
  properties: {},
};

/** The CDK writes the address into the logical id. */
function topicIn(logicalId: string): string {
  return /^.*Topic/.exec(logicalId)?.[0] ?? 'a topic';
}

/** For an address that did not confirm, AWS sends the mail again. */
export function subscribe({ TopicArn, Protocol, Endpoint }: Properties): Command {
  return aws('sns subscribe', {
    'topic-arn': TopicArn,
    protocol: Protocol,
    'notification-endpoint': Endpoint,
  });
}

export const topicKinds = [topic, policy, subscription];
