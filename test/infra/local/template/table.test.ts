import { expect, it } from 'vitest';
import { readTemplate } from '../../../../infra/local/template/service-model.ts';
import { smallAssets, smallTemplate } from '../small-template.ts';

const keys = {
  AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'N' }],
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
};

function tablesWith(properties: object) {
  const Plants = { Type: 'AWS::DynamoDB::GlobalTable', Properties: { ...keys, ...properties } };
  return readTemplate(smallTemplate({ others: { Plants } }), smallAssets).tables;
}

it('a table has its name, its keys and their types; other settings have no effect here', () => {
  const table = {
    name: 'Plants',
    attributes: keys.AttributeDefinitions,
    keys: keys.KeySchema,
  };
  const settings =
    'BillingMode GlobalTableSettingsReplicationMode MultiRegionConsistency Replicas SSESpecification StreamSpecification TimeToLiveSpecification WarmThroughput WriteOnDemandThroughputSettings WriteProvisionedThroughputSettings';
  const values = Object.fromEntries(settings.split(' ').map((name) => [name, {}]));
  expect(tablesWith(values)).toEqual([table]);
});

it('a table with another property is refused', () => {
  expect(() => tablesWith({ LocalSecondaryIndexes: [] })).toThrow(/LocalSecondaryIndexes/);
});
