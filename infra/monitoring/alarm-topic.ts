import { RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription, UrlSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';

/** CloudWatch has no permission to use the key that AWS keeps for SNS: https://docs.aws.amazon.com/sns/latest/dg/sns-key-management.html */
export function alarmKey(scope: Construct): Key {
  const key = new Key(scope, 'AlarmTopicKey', {
    description: 'Encrypts alarms on their way to who is called',
    enableKeyRotation: true,
    // It encrypts no stored data.
    removalPolicy: RemovalPolicy.DESTROY,
  });
  key.addToResourcePolicy(allowAlarms(scope, '*', 'kms:Decrypt', 'kms:GenerateDataKey*'));
  return key;
}

/** The topic of alarms of one severity. Each address is subscribed; others can subscribe later. */
export function alarmTopic(scope: Construct, id: string, masterKey: Key, to: readonly string[]) {
  const topic = new Topic(scope, id, { masterKey, enforceSSL: true });
  topic.addToResourcePolicy(allowAlarms(scope, topic.topicArn, 'sns:Publish'));
  for (const address of to.filter((one) => one !== 'none')) {
    const isUrl = address.startsWith('https://');
    const subscription = isUrl ? new UrlSubscription(address) : new EmailSubscription(address);
    Validations.of(topic.addSubscription(subscription)).acknowledge({
      id: 'Serverless-SNSRedrivePolicy',
      reason:
        'A queue of undelivered messages would need an alarm of its own; the dashboard shows the alarm, also if its message is lost.',
    });
  }
  return topic;
}

function allowAlarms(scope: Construct, resource: string, ...actions: string[]): PolicyStatement {
  const { account, region, partition } = Stack.of(scope);
  return new PolicyStatement({
    principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
    actions,
    resources: [resource],
    conditions: {
      StringEquals: { 'aws:SourceAccount': account },
      ArnLike: { 'aws:SourceArn': `arn:${partition}:cloudwatch:${region}:${account}:alarm:*` },
    },
  });
}
