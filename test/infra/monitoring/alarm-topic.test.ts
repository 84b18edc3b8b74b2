import { expect, it } from 'vitest';
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
