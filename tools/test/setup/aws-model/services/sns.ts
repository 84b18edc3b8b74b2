import {
  GetTopicAttributesCommand,
  ListSubscriptionsByTopicCommand,
  PublishCommand,
} from '@aws-sdk/client-sns';
import type { AwsState } from '../aws-state.ts';
import { pageOf, resourceOf, resourcesOf } from '../find.ts';
import { AwsError, operation } from '../operation.ts';

function missing(): AwsError {
  return new AwsError('NotFound', 404);
}

export const sns = [
  operation(ListSubscriptionsByTopicCommand, ({ TopicArn, NextToken }, state: AwsState) => {
    resourceOf(state, 'AWS::SNS::Topic', TopicArn, missing());
    const asked = resourcesOf(state, 'AWS::SNS::Subscription').filter(
      ({ properties }) => properties.TopicArn === TopicArn,
    );
    const { items, next } = pageOf(asked, NextToken);
    return {
      Subscriptions: items.map(({ physicalId, properties: { Protocol, Endpoint } }) => ({
        SubscriptionArn: state.unconfirmed.includes(Endpoint) ? 'PendingConfirmation' : physicalId,
        Owner: state.place.account,
        Protocol,
        Endpoint,
        TopicArn,
      })),
      NextToken: next,
    };
  }),
  operation(GetTopicAttributesCommand, ({ TopicArn }, state: AwsState) => {
    const topic = resourceOf(state, 'AWS::SNS::Topic', TopicArn, missing());
    const own = resourcesOf(state, 'AWS::SNS::TopicPolicy').find(({ properties }) =>
      properties.Topics.includes(TopicArn),
    );
    // Without a policy of its own, a topic has one that lets the account's users publish.
    const standard = {
      Version: '2008-10-17',
      Statement: [
        {
          Sid: '__default_statement_ID',
          Effect: 'Allow',
          Principal: { AWS: '*' },
          Action: ['SNS:Publish', 'SNS:Subscribe'],
          Resource: TopicArn,
          Condition: { StringEquals: { 'AWS:SourceOwner': state.place.account } },
        },
      ],
    };
    const { KmsMasterKeyId } = topic.properties;
    return {
      Attributes: {
        TopicArn: `${TopicArn}`,
        Policy: JSON.stringify(own?.properties.PolicyDocument ?? standard),
        ...(KmsMasterKeyId && { KmsMasterKeyId }),
      },
    };
  }),
  operation(PublishCommand, ({ TopicArn }, state: AwsState) => {
    resourceOf(state, 'AWS::SNS::Topic', TopicArn, missing());
    return { MessageId: 'b7e1c0de-0000-4000-8000-000000000000' };
  }),
];
