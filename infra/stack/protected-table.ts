import { Aws, RemovalPolicy } from 'aws-cdk-lib';
import {
  type Attribute,
  Billing,
  type CfnGlobalTable,
  MultiRegionConsistency,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';

export interface ProtectedTableProps {
  readonly partitionKey: Attribute;
  readonly timeToLiveAttribute?: string;
  /** Beside the stack's own. */
  readonly replicaRegions: readonly string[];
  /** A write is in a second region before it is answered, and each condition sees the latest item anywhere. */
  readonly stronglyConsistent?: boolean;
  /** A third region that only votes. */
  readonly witnessRegion?: string | undefined;
  /** Whether the table and its items may go with the stack. */
  readonly disposable: boolean;
}

/** A table that survives mistakes: deleted stacks, deleted tables, bad writes (35 days of restore points). */
export class ProtectedTable extends TableV2 {
  constructor(scope: Construct, id: string, props: ProtectedTableProps) {
    const { disposable, replicaRegions, stronglyConsistent, witnessRegion, ...key } = props;
    super(scope, id, {
      ...key,
      billing: Billing.onDemand(),
      // DynamoDB's own key: always on, and neither a bill, nor a permission, nor a key that can be lost.
      encryption: TableEncryptionV2.dynamoOwnedKey(),
      // Replicas need a stream, and it can only be changed while there is a single one. Unread, it costs nothing:
      // https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-properties-dynamodb-globaltable-streamspecification.html
      dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
      removalPolicy: disposable ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
    });
    const table = this.node.defaultChild as CfnGlobalTable;
    // A new logical id would be a new, empty table: moving this construct must not make one.
    table.overrideLogicalId(id);
    // TableV2 has replicas only in a stack that knows its region. That would write the names of assets, and with
    // them the functions, in another way as soon as there is a replica. It would also grant access to all of them.
    table.replicas = [Aws.REGION, ...replicaRegions].map((region) => ({
      region,
      deletionProtectionEnabled: !disposable,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    }));
    if (stronglyConsistent) table.multiRegionConsistency = MultiRegionConsistency.STRONG;
    if (witnessRegion !== undefined) table.globalTableWitnesses = [{ region: witnessRegion }];
  }
}
