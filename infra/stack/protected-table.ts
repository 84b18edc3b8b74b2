import { RemovalPolicy } from 'aws-cdk-lib';
import {
  type Attribute,
  Billing,
  type CfnGlobalTable,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';

export interface ProtectedTableProps {
  readonly partitionKey: Attribute;
  readonly timeToLiveAttribute?: string;
  readonly replicaRegions: readonly string[];
  /** Whether the table and its items may go with the stack. */
  readonly disposable: boolean;
}

/** A table that survives mistakes: deleted stacks, deleted tables, bad writes (35 days of restore points). */
export class ProtectedTable extends TableV2 {
  constructor(scope: Construct, id: string, props: ProtectedTableProps) {
    const { disposable, replicaRegions, ...key } = props;
    super(scope, id, {
      ...key,
      billing: Billing.onDemand(),
      // DynamoDB's own key: always on, and neither a bill, nor a permission, nor a key that can be lost.
      encryption: TableEncryptionV2.dynamoOwnedKey(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: !disposable,
      removalPolicy: disposable ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
      replicas: replicaRegions.map((region) => ({ region })),
    });
    // A new logical id would be a new, empty table: moving this construct must not make one.
    (this.node.defaultChild as CfnGlobalTable).overrideLogicalId(id);
  }
}
