import { Stack } from 'aws-cdk-lib';
import { CfnSubscription } from 'aws-cdk-lib/aws-sns';
import { expect, it } from 'vitest';
import { alarmKey, alarmTopic } from '../../../infra/monitoring/alarm-topic.ts';
import { resourceOf, resourcesOf } from '../../synthesized.ts';

const topics = Object.entries(resourcesOf('AWS::SNS::Topic'));
const [key] = Object.keys(resourcesOf('AWS::KMS::Key'));
const byAlarm = ['arn:', { Ref: 'AWS::Partition' }, ':cloudwatch:', { Ref: 'AWS::Region' }, ':'];
const ofThisAccount = {
  Effect: 'Allow',
  Principal: { Service: 'cloudwatch.amazonaws.com' },
  Condition: {
    StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } },
    ArnLike: {
      'aws:SourceArn': { 'Fn::Join': ['', [...byAlarm, { Ref: 'AWS::AccountId' }, ':alarm:*']] },
    },
  },
};

it('is one for pages and one for tickets, without a subscriber unless one is named', () => {
  expect(topics.map(([id]) => id.slice(0, 16)).toSorted()).toEqual([
    'MonitoringAlarmT',
    'MonitoringTicket',
  ]);
  expect(resourcesOf('AWS::SNS::Subscription')).toEqual({});
});

it.each([
  [['on-call@example.com', 'https://pager.example.com/key'], 2],
  [[], 0],
])('with the addresses %j has %i subscribers', (addresses, count) => {
  const stack = new Stack();
  const topic = alarmTopic(stack, 'Topic', alarmKey(stack), addresses);
  const subscriptions = topic.node.findAll().filter((one) => one instanceof CfnSubscription);
  expect(subscriptions).toHaveLength(count);
});

// cdk-nag checks that a topic is encrypted, only reached over TLS, and that the key is rotated.
it.each(topics)('%s takes only alarms of this account', (topic) => {
  const policies = Object.values(resourcesOf('AWS::SNS::TopicPolicy'));
  const [policy] = policies.filter(({ Properties }) =>
    JSON.stringify(Properties['Topics']).includes(`"${topic}"`),
  );
  expect(policy?.Properties['PolicyDocument']).toMatchObject({
    Statement: [
      { Effect: 'Deny' },
      { ...ofThisAccount, Action: 'sns:Publish', Resource: { Ref: topic } },
    ],
  });
});

// With the key that AWS keeps, no alarm would arrive.
it('is encrypted by a key that alarms may use', () => {
  for (const [, { Properties }] of topics) {
    expect(Properties['KmsMasterKeyId']).toEqual({ 'Fn::GetAtt': [key, 'Arn'] });
  }
  expect(resourceOf('AWS::KMS::Key').Properties).toMatchObject({
    KeyPolicy: {
      Statement: [
        { Principal: { AWS: expect.anything() }, Action: 'kms:*' },
        { ...ofThisAccount, Action: ['kms:Decrypt', 'kms:GenerateDataKey*'], Resource: '*' },
      ],
    },
  });
});
