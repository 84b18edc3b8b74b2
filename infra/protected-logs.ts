import { RemovalPolicy } from 'aws-cdk-lib';
import { LogGroup, type LogGroupProps } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Settings } from './settings.ts';

/** Logs that cannot be deleted by mistake. The alarms count their lines: without them, all would look healthy. */
export class ProtectedLogs extends LogGroup {
  constructor(scope: Construct, id: string, settings: Settings, props: LogGroupProps = {}) {
    const { logRetentionDays: retention, disposable } = settings;
    super(scope, id, {
      ...props,
      retention,
      deletionProtectionEnabled: !disposable,
      // A failed deploy also keeps them, because CloudFormation cannot delete a protected group.
      removalPolicy: disposable ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
    });
  }
}
