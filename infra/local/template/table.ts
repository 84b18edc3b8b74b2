import { type CloudFormationTemplate, type Resource, readProperties } from './cloudformation.ts';

export interface Table {
  readonly name: string;
  readonly attributes: readonly {
    readonly AttributeName: string;
    readonly AttributeType: 'S' | 'N' | 'B';
  }[];
  readonly keys: readonly { readonly AttributeName: string; readonly KeyType: 'HASH' | 'RANGE' }[];
}

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
  const served = ['AttributeDefinitions', 'KeySchema'];
  const properties = readProperties(id, resource, template, served, withoutEffect);
  return {
    name: id,
    attributes: properties['AttributeDefinitions'] as Table['attributes'],
    keys: properties['KeySchema'] as Table['keys'],
  };
}
