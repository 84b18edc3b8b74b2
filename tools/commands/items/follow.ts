import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { Problem } from '../../../infra/project/problem.ts';
import { callLimits } from '../../shared/stage/call-limits.ts';
import type { Target } from '../../shared/target/target.ts';
import { printableJson } from '../../shared/terminal/printable.ts';
import { typed } from '../../shared/terminal/script.ts';
import { UsageError } from '../../shared/usage-error.ts';
import type { ItemsAction } from './action.ts';
import { changeOf, type StreamChange, shownOf } from './follow-change.ts';
import { createFollowFiles } from './follow-files.ts';
import type { TableId } from './item-table.ts';
import type { Period } from './period.ts';
import { recordsOf } from './stream.ts';

type Counts = Readonly<Record<StreamChange['kind'], number>>;
type FollowFiles = ReturnType<typeof createFollowFiles>;

/** Prints what was deleted, changed or restored in the last 24 hours, and keeps the items in new files. */
export function following(id: TableId, period: Period): ItemsAction {
  return async ({ target, options, terminal: { out, note } }) => {
    const StreamArn = await askStreamArn(target, id);
    const client = new DynamoDBStreamsClient(callLimits);
    const { keep, files } = createFollowFiles(id);
    const counts = { deleted: 0, changed: 0, restored: 0 };
    for await (const record of recordsOf(client, StreamArn)) {
      const change = changeOf(record);
      if (change === undefined || !isIn(period, change)) continue;
      keep(change);
      out(printableJson(JSON.stringify(shownOf(change))));
      counts[change.kind] += 1;
    }
    client.destroy();
    note(
      `Items deleted: ${counts.deleted}, changed: ${counts.changed}, restored: ${counts.restored}.`,
    );
    for (const sentence of waysBack(counts, files, options)) note(sentence);
  };
}

/** The commands that take the changes back, each with its sentence. */
function waysBack(counts: Counts, files: FollowFiles['files'], options: string): string[] {
  const ways = [
    [counts.deleted, 'This brings the deleted items back', `undo ${files.deleted}`],
    [counts.changed, 'This deletes the changed items', `delete --found ${files.after}`],
    [counts.changed, 'This then writes them as they were before', `undo ${files.before}`],
    [counts.restored, 'This deletes the restored items', `delete --found ${files.restored}`],
  ] as const;
  const sentences = ways
    .filter(([count]) => count > 0)
    .map(([, does, words]) => `${does}: ${typed('items', words + options)}`);
  if (sentences.length === 0) return [];
  return ['First remove from each file the lines of what is right as it is now.', ...sentences];
}

function isIn({ from, to }: Period, { at }: StreamChange): boolean {
  const time = at?.toISOString() ?? '';
  return (from === undefined || time >= from) && (to === undefined || time < to);
}

async function askStreamArn({ kind, client, name, nameOf }: Target, id: TableId) {
  if (kind === 'folder') {
    throw new UsageError(`Only a stack has a stream, and not ${name}: add --stack and its name.`);
  }
  const { Table } = await client.send(new DescribeTableCommand({ TableName: nameOf(id) }));
  if (Table?.LatestStreamArn !== undefined) return Table.LatestStreamArn;
  throw new Problem(`The table ${nameOf(id)} has no stream: somebody switched it off.`);
}
