import { describe, expect, it } from 'vitest';
import { readTemplate } from '../../../../infra/emulator/template/service-model.ts';
import { smallAssets, smallTemplate } from '../../commands/start/small-template.ts';

const schema = {
  AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'N' }],
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
};
function read(Type: string, properties: object) {
  const others = { Plants: { Type, Properties: { ...schema, ...properties } } };
  return readTemplate(smallTemplate({ others }), smallAssets).tables;
}

describe.each(['AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable'])('an %s', (type) => {
  const table = {
    name: 'Plants',
    attributes: schema.AttributeDefinitions,
    keys: schema.KeySchema,
  };

  it('has a name, attributes and keys', () => {
    expect(read(type, {})).toEqual([table]);
    expect(read(type, { TableName: 'mine' })).toEqual([{ ...table, name: 'mine' }]);
  });

  it('is the same whatever only pays, protects, copies or watches', () => {
    const properties = {
      BillingMode: 'PAY_PER_REQUEST',
      ContributorInsightsSpecification: { Enabled: true },
      DeletionProtectionEnabled: true,
      GlobalTableSettingsReplicationMode: 'ENABLED',
      MultiRegionConsistency: 'EVENTUAL',
      OnDemandThroughput: { MaxReadRequestUnits: 1 },
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 },
      Replicas: [{ Region: 'eu-central-1' }],
      SSESpecification: { SSEEnabled: true },
      TableClass: 'STANDARD',
      Tags: [],
      TimeToLiveSpecification: { AttributeName: 'expires', Enabled: true },
      WarmThroughput: { ReadUnitsPerSecond: 1 },
      WriteOnDemandThroughputSettings: { MaxWriteRequestUnits: 1 },
      WriteProvisionedThroughputSettings: {},
    };
    expect(read(type, properties)).toEqual([table]);
  });
});
