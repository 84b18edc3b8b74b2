import { Aws, Lazy, RemovalPolicy } from 'aws-cdk-lib';
import {
  Billing,
  type CfnGlobalTable,
  type ITableV2,
  MultiRegionConsistency,
  StreamViewType,
  TableEncryptionV2,
  type TablePropsV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import type { Settings } from './settings.ts';

export interface ProtectedTableProps
  extends Pick<TablePropsV2, 'partitionKey' | 'timeToLiveAttribute'> {
  readonly settings: Settings;
  /** CloudWatch names the keys that are throttled, in plain text. */
  readonly namesThrottledKeys?: boolean;
}

/** A table as others use it: of this stack, or a replica. */
export type Table = Pick<ITableV2, 'tableArn' | 'tableName'>;

/** A table that survives mistakes: deleted stacks, deleted tables, bad writes (35 days of restore points). */
export class ProtectedTable extends TableV2 {
  constructor(scope: Construct, id: string, props: ProtectedTableProps) {
    const { settings, namesThrottledKeys, ...key } = props;
    const { disposable, replicaRegions, strongConsistency, witnessRegion } = settings;
    super(scope, id, {
      ...key,
      billing: Billing.onDemand(),
      // DynamoDB's own key: no cost, no permissions, and nobody can lose it.
      encryption: TableEncryptionV2.dynamoOwnedKey(),
      // Replicas need a stream, and it can only be changed while the table has no replicas. If nobody reads it, it is free:
      // https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-properties-dynamodb-globaltable-streamspecification.html
      dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
      removalPolicy: disposable ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
    });
    const table = this.node.defaultChild as CfnGlobalTable;
    // A new logical id would be a new, empty table: moving this construct must not make one.
    table.overrideLogicalId(id);
    // TableV2 has replicas only in a stack that knows its region. Then the names of assets, and so the functions,
    // would change with the first replica. It would also grant access to all replicas.
    const regions = [Aws.REGION, ...replicaRegions];
    const replicaIn = (region: string) => ({
      region,
      tags: this.tags.renderTags(),
      deletionProtectionEnabled: !disposable,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      ...(namesThrottledKeys && {
        contributorInsightsSpecification: { enabled: true, mode: 'THROTTLED_KEYS' },
      }),
    });
    // Late, because tags can be added to a finished table.
    table.replicas = Lazy.any({ produce: () => regions.map(replicaIn) });
    // A strongly consistent table cannot have a time to live.
    if (!strongConsistency || key.timeToLiveAttribute !== undefined) return;
    table.multiRegionConsistency = MultiRegionConsistency.STRONG;
    if (witnessRegion !== undefined) table.globalTableWitnesses = [{ region: witnessRegion }];
  }
}
