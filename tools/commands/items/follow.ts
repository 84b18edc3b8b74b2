import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBStreamsClient,
  type _Record as StreamRecord,
} from '@aws-sdk/client-dynamodb-streams';
import { addedAttributes } from '../../../functions/shared/added-attributes.ts';
import { probeIdentity } from '../../../functions/shared/probe-identity.ts';
import { Problem } from '../../../infra/project/problem.ts';
import { UsageError } from '../../usage-error.ts';
import { callLimits } from '../night/call-limits.ts';
import { createNotes } from '../restore/notes.ts';
import type { Item } from '../restore/table.ts';
import type { Target } from '../target/target.ts';
import { printableJson } from '../terminal/printable.ts';
import { typed } from '../terminal/script.ts';
import type { Command } from './command.ts';
import { fileFor } from './file-for.ts';
import type { TableId } from './item-table.ts';
import { recordsOf } from './stream.ts';

/** Prints what was deleted in the last 24 hours, and when, and keeps the deleted items in a new file. */
export function following(id: TableId): Command {
  return async ({ target, options, terminal: { out, note } }) => {
    const StreamArn = await readStream(target, id);
    const client = new DynamoDBStreamsClient(callLimits);
    const file = fileFor('deleted', id);
    const notes = createNotes(file);
    let count = 0;
    for await (const record of recordsOf(client, StreamArn)) {
      const { dynamodb: { Keys: key = {}, OldImage: item } = {} } = record;
      if (record.eventName !== 'REMOVE' || item === undefined || isOfProbe(key)) continue;
      notes.add([item]);
      out(printableJson(JSON.stringify(lineOf(record, key, item))));
      count += 1;
    }
    client.destroy();
    note(`Items deleted in the last 24 hours: ${count}, as they were in ${file}.`);
    note(
      `To bring some of them back, first remove the lines of all others from it: ${typed('items', `undo ${file}${options}`)}`,
    );
  };
}

async function readStream({ client, name, nameOf, readStage }: Target, id: TableId) {
  if (readStage === undefined) {
    throw new UsageError(`Only a stack has a stream, and not ${name}: add --stack and its name.`);
  }
  const { Table } = await client.send(new DescribeTableCommand({ TableName: nameOf(id) }));
  if (Table?.LatestStreamArn !== undefined) return Table.LatestStreamArn;
  throw new Problem(`The table ${nameOf(id)} has no stream: somebody switched it off.`);
}

/** The probe deletes its own item each minute. No client can use this key. */
function isOfProbe(key: Item): boolean {
  return Object.values(key).some(({ N, S }) => (N ?? S) === probeIdentity.id);
}

function lineOf({ dynamodb }: StreamRecord, key: Item, item: Item): object {
  const { client, time } = addedAttributes;
  return {
    deleted: dynamodb?.ApproximateCreationDateTime,
    key,
    [client]: item[client]?.S,
    [time]: item[time]?.S,
  };
}
