import { RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement, type PolicyStatementProps, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';

export interface AlarmTopicProps {
  /** Who gets a mail; more may subscribe later. */
  readonly email: string | undefined;
  readonly masterKey: IKey;
}

/** CloudWatch may not use the key that AWS keeps for SNS: https://docs.aws.amazon.com/sns/latest/dg/sns-key-management.html */
export class AlarmKey extends Key {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      description: 'Encrypts alarms on their way to who is called',
      enableKeyRotation: true,
      // Nothing is kept under it.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.addToResourcePolicy(
      new PolicyStatement({
        ...byAlarmsOf(this),
        actions: ['kms:Decrypt', 'kms:GenerateDataKey*'],
        resources: ['*'],
      }),
    );
  }
}

/** Where alarms of one severity go. */
export class AlarmTopic extends Topic {
  constructor(scope: Construct, id: string, { email, masterKey }: AlarmTopicProps) {
    super(scope, id, { masterKey, enforceSSL: true });
    this.addToResourcePolicy(
      new PolicyStatement({
        ...byAlarmsOf(this),
        actions: ['sns:Publish'],
        resources: [this.topicArn],
      }),
    );
    if (email !== undefined) this.mailTo(email);
  }

  private mailTo(email: string): void {
    Validations.of(this.addSubscription(new EmailSubscription(email))).acknowledge({
      id: 'Serverless-SNSRedrivePolicy',
      reason:
        'A queue of undelivered mails would need an alarm of its own; the dashboard shows the alarm whatever becomes of its mail.',
    });
  }
}

function byAlarmsOf(scope: Construct) {
  const { account, region, partition } = Stack.of(scope);
  return {
    principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
    conditions: {
      StringEquals: { 'aws:SourceAccount': account },
      ArnLike: { 'aws:SourceArn': `arn:${partition}:cloudwatch:${region}:${account}:alarm:*` },
    },
  } satisfies PolicyStatementProps;
}
