import { printableJson } from '../terminal/printable.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { readItemFile } from './item-file.ts';
import { withReports } from './reports.ts';
import { type Item, mostCompared, type Table } from './table.ts';
import { workOnEach } from './work.ts';

const reasons = {
  changed: 'it was changed since',
  'too many attributes': `it has more than ${mostCompared} attributes, which DynamoDB does not compare at once: delete it yourself`,
} as const;

/** Deletes the items of a file that are still the same in the table, and prints what it keeps. */
export async function deleteUnchanged(
  file: string,
  table: Table,
  { out, note }: Terminal,
): Promise<void> {
  const counts = { deleted: 0, absent: 0, kept: 0 };
  const remove = async (item: Item) => {
    const removal = await table.remove(item);
    if (removal === 'deleted' || removal === 'absent') {
      counts[removal] += 1;
    } else {
      counts.kept += 1;
      const kept = { kept: table.keyOf(item), because: reasons[removal] };
      out(printableJson(JSON.stringify(kept)));
    }
  };
  const report = () => {
    const { deleted, absent, kept } = counts;
    note(`Items deleted: ${deleted}, not there any more: ${absent}, kept: ${kept}.`);
  };
  await withReports(report, () => workOnEach(readItemFile(file, table, note), remove));
}
