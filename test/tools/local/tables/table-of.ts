import type { Table } from '../../../../tools/local/template/service-model.ts';

/** A table with one attribute, its key. */
export function tableOf(
  AttributeName: string,
  name = 'Plants',
  AttributeType: 'S' | 'N' = 'N',
): Table {
  return {
    name,
    attributes: [{ AttributeName, AttributeType }],
    keys: [{ AttributeName, KeyType: 'HASH' }],
  };
}
