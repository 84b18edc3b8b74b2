import { onlyProperties, type Resource } from './cloudformation.ts';
import { resolve, type Scope } from './intrinsics.ts';

interface Attribute {
  readonly AttributeName: string;
  readonly AttributeType: 'S' | 'N' | 'B';
}
interface Key {
  readonly AttributeName: string;
  readonly KeyType: 'HASH' | 'RANGE';
}

export interface Table {
  readonly name: string;
  readonly attributes: readonly Attribute[];
  readonly keys: readonly Key[];
}

const served = ['AttributeDefinitions', 'KeySchema', 'TableName'];

/** Time to live is among them: DynamoDB promises deletion within days, so nothing may count on it. */
const withoutEffect = [
  'BillingMode',
  'ContributorInsightsSpecification',
  'DeletionProtectionEnabled',
  'GlobalTableSettingsReplicationMode',
  'MultiRegionConsistency',
  'OnDemandThroughput',
  'PointInTimeRecoverySpecification',
  'ProvisionedThroughput',
  'Replicas',
  'SSESpecification',
  'TableClass',
  'Tags',
  'TimeToLiveSpecification',
  'WarmThroughput',
  'WriteOnDemandThroughputSettings',
  'WriteProvisionedThroughputSettings',
];

export function readTable(id: string, resource: Resource, scope: Scope): Table {
  const properties = resource.Properties ?? {};
  const name = scope.names.get(id) ?? id;
  onlyProperties(name, properties, served, withoutEffect);
  return {
    name,
    attributes: resolve(properties['AttributeDefinitions'], scope) as Attribute[],
    keys: resolve(properties['KeySchema'], scope) as Key[],
  };
}
