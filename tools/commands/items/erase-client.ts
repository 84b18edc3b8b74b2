import { DeleteItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { authorizer } from '../../../functions/service.ts';
import { addedAttributes } from '../../../functions/shared/added-attributes.ts';
import { conditionHolds } from '../../shared/stored-items/condition-holds.ts';
import { withReports } from '../../shared/stored-items/reports.ts';
import { restorableDays } from '../../shared/stored-items/restorable-days.ts';
import { findTable, type Item, type Table } from '../../shared/stored-items/table.ts';
import { workOnEach } from '../../shared/stored-items/work.ts';
import type { Target } from '../../shared/target/target.ts';
import type { Terminal } from '../../shared/terminal/terminal.ts';
import type { ItemsAction } from './action.ts';
import { itemTables, type TableId } from './item-table.ts';

type Note = Terminal['note'];

/** Removes the name of a client from what it has stored, and deletes its tokens that are not valid any more. */
export function erasingClient(client: string): ItemsAction {
  return async ({ target, carryOut, terminal: { note } }) => {
    const nameIn = itemTables.map((id) => ({
      does: `Remove the name ${client} from each item in ${id} that it has stored`,
      work: () => removeNames(target, id, client, note),
    }));
    const tokens = {
      does: `Delete the tokens of ${client} that are revoked or have expired`,
      work: () => deleteTokens(target, client, note),
    };
    const undo = 'no command does it.';
    const afterwards = [
      `After a restore in the next ${restorableDays} days, start the same command again.`,
    ];
    await carryOut({ steps: [...nameIn, tokens], undo, afterwards });
  };
}

async function removeNames(target: Target, id: TableId, client: string, note: Note): Promise<void> {
  const table = await findTable(target.client, target.nameOf(id));
  let count = 0;
  const report = () => note(`Items in ${id} that lost the name: ${count}.`);
  await withReports(report, () =>
    forEachOf(table, addedAttributes.client, client, async (item) => {
      if (await removeName(target, table, item, client)) count += 1;
    }),
  );
}

async function deleteTokens(target: Target, client: string, note: Note): Promise<void> {
  const table = await findTable(target.client, target.nameOf(authorizer.table));
  const counts = { deleted: 0, valid: 0 };
  const report = () => note(`Tokens deleted: ${counts.deleted}, valid: ${counts.valid}.`);
  await withReports(report, () =>
    forEachOf(table, 'client', client, async (token) => {
      counts[(await deleteEnded(target, table, token)) ? 'deleted' : 'valid'] += 1;
    }),
  );
  if (counts.valid > 0) {
    note(`Revoke the tokens of ${client} that are valid, and start the same command again.`);
  }
}

/** Works on each item of the client. */
async function forEachOf(
  table: Table,
  attribute: string,
  client: string,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const pages = table.matchingPages({
    FilterExpression: '#client = :client',
    ExpressionAttributeNames: { '#client': attribute },
    ExpressionAttributeValues: { ':client': { S: client } },
  });
  for await (const items of pages) await workOnEach(items, work);
}

/** The item stays. If it was deleted or stored by another client since, nothing is done. */
function removeName({ client }: Target, table: Table, item: Item, name: string): Promise<boolean> {
  const command = new UpdateItemCommand({
    TableName: table.name,
    Key: table.keyOf(item),
    UpdateExpression: 'REMOVE #client, #lastFour',
    ConditionExpression: '#client = :client',
    ExpressionAttributeNames: {
      '#client': addedAttributes.client,
      '#lastFour': addedAttributes.lastFour,
    },
    ExpressionAttributeValues: { ':client': { S: name } },
  });
  return conditionHolds(client.send(command));
}

/** A token that is valid stays, because its client uses it. */
function deleteEnded({ client }: Target, table: Table, token: Item): Promise<boolean> {
  const now = Math.floor(Date.now() / 1000);
  const command = new DeleteItemCommand({
    TableName: table.name,
    Key: table.keyOf(token),
    ConditionExpression: 'attribute_exists(revoked) OR expires <= :now',
    ExpressionAttributeValues: { ':now': { N: `${now}` } },
  });
  return conditionHolds(client.send(command));
}
