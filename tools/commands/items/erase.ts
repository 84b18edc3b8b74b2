import { DeleteItemCommand } from '@aws-sdk/client-dynamodb';
import { tables } from '../../../functions/service.ts';
import { conditionHolds } from '../../shared/stored-items/condition-holds.ts';
import { withReports } from '../../shared/stored-items/reports.ts';
import { restorableDays } from '../../shared/stored-items/restorable-days.ts';
import { workOnEach } from '../../shared/stored-items/work.ts';
import type { ItemsAction } from './action.ts';
import type { TableId } from './item-table.ts';
import { type Key, keyItem } from './key.ts';

/** Deletes the items with these keys, whatever they are, and keeps nothing of them. */
export function erasing(id: TableId, file: string, keys: readonly Key[]): ItemsAction {
  return async ({ target: { client, nameOf }, carryOut, terminal: { note } }) => {
    const { key: name } = tables[id];
    const counts = { deleted: 0, absent: 0 };
    const erase = async (key: Key) => {
      const command = new DeleteItemCommand({
        TableName: nameOf(id),
        Key: keyItem(tables[id], key),
        ConditionExpression: 'attribute_exists(#key)',
        ExpressionAttributeNames: { '#key': name },
      });
      counts[(await conditionHolds(client.send(command))) ? 'deleted' : 'absent'] += 1;
    };
    const report = () => note(`Items deleted: ${counts.deleted}, not there: ${counts.absent}.`);
    const does = `Delete from ${id} each item whose ${name} is in ${file}: ${keys.length}`;
    const work = () => withReports(report, () => workOnEach(keys, erase));
    const undo = 'no command does it, and only a restore of the table brings the items back.';
    const afterwards = [
      `Keep ${file} for ${restorableDays} days: after a restore in this time, start the same command again.`,
    ];
    await carryOut({ steps: [{ does, work }], undo, afterwards });
  };
}
