import { printableJson } from '../terminal/printable.ts';
import type { Terminal } from '../terminal/run-command.ts';
import { readNotes } from './item-file.ts';
import { withReports } from './reports.ts';
import { type Item, mostCompared, type Table } from './table.ts';
import { workOnEach } from './work.ts';

const reasons = {
  changed: 'it was changed since',
  'too many attributes': `it has more than ${mostCompared} attributes, which DynamoDB does not compare at once: delete it yourself`,
} as const;

/** Deletes the noted items that are still as they were noted, and prints what it keeps. */
export async function removeNoted(
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
  await withReports(report, () => workOnEach(readNotes(file, table, note), remove));
}
