import type { Table } from '../../../../tools/local/template/service-model.ts';

/** A table with a number as its key. */
export function tableOf(AttributeName: string, name = 'Plants'): Table {
  return {
    name,
    attributes: [{ AttributeName, AttributeType: 'N' }],
    keys: [{ AttributeName, KeyType: 'HASH' }],
  };
}
