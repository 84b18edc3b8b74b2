import { tables } from '../../../functions/service.ts';
import { Problem } from '../../../infra/project/problem.ts';
import type { Target } from '../../shared/target/target.ts';
import type { TableId } from './item-table.ts';
import type { Key } from './key.ts';

export function missingItem(id: TableId, key: Key, target: Target): Problem {
  return new Problem(`${id} has no item with the ${tables[id].key} ${key} in ${target.name}.`);
}
