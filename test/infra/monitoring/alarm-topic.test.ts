import { expect, it } from 'vitest';
import { resourceOf, resourcesOf } from '../../synthesized.ts';

const [topic] = Object.keys(resourcesOf('AWS::SNS::Topic'));
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

it('may be told by alarms of this account, and over TLS alone', () => {
  expect(resourceOf('AWS::SNS::TopicPolicy').Properties).toMatchObject({
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
  expect(resourceOf('AWS::SNS::Topic').Properties['KmsMasterKeyId']).toEqual({
    'Fn::GetAtt': [key, 'Arn'],
  });
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
