import {
  GetTopicAttributesCommand,
  ListSubscriptionsByTopicCommand,
  SetTopicAttributesCommand,
} from '@aws-sdk/client-sns';
import { resourceOf, resourcesOf } from '../find.ts';
import { AwsError, operation } from '../operation.ts';
import { pageOf } from '../paging.ts';

function missing(): AwsError {
  return new AwsError('NotFound', 404);
}

export const sns = [
  operation(ListSubscriptionsByTopicCommand, ({ TopicArn, NextToken }, state) => {
    resourceOf(state, 'AWS::SNS::Topic', TopicArn, missing());
    const asked = resourcesOf(state, 'AWS::SNS::Subscription').filter(
      ({ properties }) => properties.TopicArn === TopicArn,
    );
    const { items, next } = pageOf(state, asked, NextToken);
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
  operation(GetTopicAttributesCommand, ({ TopicArn }, state) => {
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
  operation(SetTopicAttributesCommand, (input, state) => {
    const { TopicArn = '', AttributeName = '', AttributeValue = '' } = input;
    const topic = resourceOf(state, 'AWS::SNS::Topic', TopicArn, missing());
    if (AttributeName === 'Policy') {
      const type = 'AWS::SNS::TopicPolicy';
      const isOther = ({ properties }: { properties: { Topics?: string[] } }) =>
        !properties.Topics?.includes(TopicArn);
      const others = state.resources.filter((one) => one.type !== type || isOther(one));
      const properties = { Topics: [TopicArn], PolicyDocument: JSON.parse(AttributeValue) };
      const id = `${TopicArn} policy`;
      state.resources = [...others, { logicalId: id, type, physicalId: id, properties }];
    } else topic.properties[AttributeName] = AttributeValue || undefined;
    return {};
  }),
];
