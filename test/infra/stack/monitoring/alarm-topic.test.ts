import { expect, it } from 'vitest';
import { resourceOf, resourcesOf } from '../../../synthesized.ts';

const topics = Object.entries(resourcesOf('AWS::SNS::Topic'));
const [key] = Object.keys(resourcesOf('AWS::KMS::Key'));

const ourAlarms = {
  Effect: 'Allow',
  Principal: { Service: 'cloudwatch.amazonaws.com' },
  Condition: {
    StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } },
    ArnLike: {
      'aws:SourceArn': {
        'Fn::Join': [
          '',
          [
            'arn:',
            { Ref: 'AWS::Partition' },
            ':cloudwatch:',
            { Ref: 'AWS::Region' },
            ':',
            { Ref: 'AWS::AccountId' },
            ':alarm:*',
          ],
        ],
      },
    },
  },
};

it('is one for pages and one for tickets', () => {
  expect(topics.map(([id]) => id)).toEqual([
    expect.stringMatching(/^MonitoringAlarmTopic/),
    expect.stringMatching(/^MonitoringTicketTopic/),
  ]);
});

it.each(topics)('%s may be told by alarms of this account, and over TLS alone', (topic) => {
  const policy = Object.values(resourcesOf('AWS::SNS::TopicPolicy')).find(
    ({ Properties }) => (Properties['Topics'] as [{ Ref: string }])[0].Ref === topic,
  );
  expect(policy?.Properties).toMatchObject({
    Topics: [{ Ref: topic }],
    PolicyDocument: {
      Statement: [
        {
          Effect: 'Deny',
          Principal: '*',
          Action: 'sns:Publish',
          Condition: { Bool: { 'aws:SecureTransport': 'false' } },
        },
        { ...ourAlarms, Action: 'sns:Publish', Resource: { Ref: topic } },
      ],
    },
  });
});

it('is encrypted by a key that alarms may use: with the key that AWS keeps, none would arrive', () => {
  for (const [, { Properties }] of topics) {
    expect(Properties['KmsMasterKeyId']).toEqual({ 'Fn::GetAtt': [key, 'Arn'] });
  }
  expect(resourceOf('AWS::KMS::Key').Properties).toMatchObject({
    EnableKeyRotation: true,
    KeyPolicy: {
      Statement: [
        { Principal: { AWS: expect.anything() }, Action: 'kms:*' },
        { ...ourAlarms, Action: ['kms:Decrypt', 'kms:GenerateDataKey*'], Resource: '*' },
      ],
    },
  });
});

it('has no subscriber unless someone is named', () => {
  expect(resourcesOf('AWS::SNS::Subscription')).toEqual({});
});
