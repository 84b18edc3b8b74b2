import { Stack } from 'aws-cdk-lib';
import type { Alarm, CompositeAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription, UrlSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';

/** Sends these alarms to the addresses, also when they are over. Others can subscribe later to the topic. */
export function notify(
  scope: Construct,
  topicId: string,
  alarms: readonly (Alarm | CompositeAlarm)[],
  addresses: readonly string[] = [],
): void {
  const topic = new Topic(scope, topicId, { enforceSSL: true });
  // CloudWatch, for alarms of this account.
  const conditions = { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } };
  topic.grants.publish(new ServicePrincipal('cloudwatch.amazonaws.com', { conditions }));
  for (const address of addresses) {
    const isUrl = address.startsWith('https://');
    const subscription = isUrl ? new UrlSubscription(address) : new EmailSubscription(address);
    topic.addSubscription(subscription);
  }
  const action = new SnsAction(topic);
  for (const alarm of alarms) {
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
  }
}
