import { RemovalPolicy } from 'aws-cdk-lib';
import {
  type AttributeType,
  type CfnGlobalTable,
  ContributorInsightsMode,
  StreamViewType,
  TableEncryptionV2,
  type TablePropsV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { tables } from '../functions/service.ts';
import type { Settings } from './settings.ts';

interface ProtectedTableProps extends Pick<TablePropsV2, 'billing' | 'timeToLiveAttribute'> {
  readonly settings: Settings;
  /** CloudWatch names the keys that are throttled, in plain text. */
  readonly namesThrottledKeys?: boolean;
}

/** A table that survives mistakes: deleted stacks, deleted tables, bad writes (by its restore points). */
export class ProtectedTable extends TableV2 {
  constructor(scope: Construct, id: keyof typeof tables, props: ProtectedTableProps) {
    const { settings, namesThrottledKeys, ...tableProps } = props;
    const { disposable } = settings;
    const { key, type } = tables[id];
    super(scope, id, {
      ...tableProps,
      partitionKey: { name: key, type: type as AttributeType },
      // DynamoDB's own key: no cost, no permissions, and it cannot be lost.
      encryption: TableEncryptionV2.dynamoOwnedKey(),
      // A replica in another region needs a stream. A stream can only be changed while the table has no replica. One that is
      // not read is free:
      // https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-properties-dynamodb-globaltable-streamspecification.html
      dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
      removalPolicy: disposable ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
      deletionProtection: !disposable,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      ...(namesThrottledKeys && {
        contributorInsightsSpecification: {
          enabled: true,
          mode: ContributorInsightsMode.THROTTLED_KEYS,
        },
      }),
    });
    // A new logical id would be a new, empty table: moving this construct must not make one.
    (this.node.defaultChild as CfnGlobalTable).overrideLogicalId(id);
  }
}
