import { type CloudFormationTemplate, onlyProperties, type Resource } from './cloudformation.ts';
import { resolve } from './intrinsics.ts';

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

const served = ['AttributeDefinitions', 'KeySchema'];

/** Time to live is one of them: DynamoDB may take days to delete, so no code may rely on it. */
const withoutEffect = [
  'BillingMode',
  'GlobalTableSettingsReplicationMode',
  'MultiRegionConsistency',
  'Replicas',
  'SSESpecification',
  'StreamSpecification',
  'TimeToLiveSpecification',
  'WarmThroughput',
  'WriteOnDemandThroughputSettings',
  'WriteProvisionedThroughputSettings',
];

export function readTable(id: string, resource: Resource, template: CloudFormationTemplate): Table {
  const properties = resource.Properties ?? {};
  onlyProperties(id, properties, served, withoutEffect);
  return {
    name: id,
    attributes: resolve(properties['AttributeDefinitions'], template) as Attribute[],
    keys: resolve(properties['KeySchema'], template) as Key[],
  };
}
