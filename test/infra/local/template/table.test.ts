import { expect, it } from 'vitest';
import { readTemplate } from '../../../../infra/local/template/service-model.ts';
import { smallAssets, smallTemplate } from '../small-template.ts';

const schema = {
  AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'N' }],
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
};
function read(properties: object) {
  const Plants = { Type: 'AWS::DynamoDB::GlobalTable', Properties: { ...schema, ...properties } };
  return readTemplate(smallTemplate({ others: { Plants } }), smallAssets).tables;
}

const table = {
  name: 'Plants',
  attributes: schema.AttributeDefinitions,
  keys: schema.KeySchema,
};

it('a table has its logical id for a name, attributes and keys', () => {
  expect(read({})).toEqual([table]);
});

it('a table is the same whatever only pays, protects, copies or watches', () => {
  const properties = {
    BillingMode: 'PAY_PER_REQUEST',
    GlobalTableSettingsReplicationMode: 'ENABLED',
    MultiRegionConsistency: 'EVENTUAL',
    Replicas: [{ Region: 'eu-central-1' }],
    SSESpecification: { SSEEnabled: true },
    StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
    TimeToLiveSpecification: { AttributeName: 'expires', Enabled: true },
    WarmThroughput: { ReadUnitsPerSecond: 1 },
    WriteOnDemandThroughputSettings: { MaxWriteRequestUnits: 1 },
    WriteProvisionedThroughputSettings: {},
  };
  expect(read(properties)).toEqual([table]);
});
