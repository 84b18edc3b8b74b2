import { RemovalPolicy } from 'aws-cdk-lib';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

export interface LogSettings {
  readonly logRetention: RetentionDays;
  /** Deletes the logs with the stack. */
  readonly disposable: boolean;
}

export interface ProtectedLogsProps extends LogSettings {
  readonly logGroupName?: string;
}

/** Logs that nobody deletes by mistake. The alarms count their lines: without them, all would look healthy. */
export class ProtectedLogs extends LogGroup {
  constructor(scope: Construct, id: string, props: ProtectedLogsProps) {
    const { logRetention, disposable, ...name } = props;
    super(scope, id, {
      ...name,
      retention: logRetention,
      deletionProtectionEnabled: !disposable,
      // A failed deploy also keeps them, because CloudFormation cannot delete a protected group.
      removalPolicy: disposable ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
    });
  }
}
