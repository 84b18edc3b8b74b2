import { tables } from '../../../functions/service.ts';
import { UsageError } from '../../shared/usage-error.ts';

export type TableId = keyof typeof tables;

/** The tables of what clients have sent. */
export const itemTables = (Object.keys(tables) as TableId[]).filter((id) => 'bodyOf' in tables[id]);

/** The tables that the user means: all of them, or the one with this name. */
export function readTables(
  given: string | undefined,
  all: readonly TableId[] = itemTables,
): readonly TableId[] {
  if (given === undefined) return all;
  const named = all.filter((id) => id === given);
  if (named.length > 0) return named;
  throw new UsageError(`There is no table ${given}. There is ${all.join(', ')}.`);
}

/** The one table that the user means. */
export function readTable(
  given: string | undefined,
  all: readonly TableId[] = itemTables,
): TableId {
  const [table, ...others] = readTables(given, all);
  if (table !== undefined && others.length === 0) return table;
  throw new UsageError(`--table is missing: name one of ${all.join(', ')}.`);
}
