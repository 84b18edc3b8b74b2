import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  ResourceNotFoundException,
  RestoreTableFromBackupCommand,
  RestoreTableToPointInTimeCommand,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import { Problem } from '../../../../infra/project/problem.ts';
import type { Step } from '../../../shared/stage/plan.ts';
import { until } from '../../../shared/stage/until.ts';
import type { Pause } from '../../../shared/terminal/terminal.ts';
import type { Backup } from './backups.ts';

/** A second table that has what a table had, and the steps that are left until it can be read. */
export interface Copy {
  readonly name: string;
  readonly steps: readonly Step[];
}

export async function askTable(
  client: DynamoDBClient,
  TableName: string,
): Promise<TableDescription | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/** The copy of a table as it was at a second. Its name says both. */
export async function planCopyOfSecond(
  client: DynamoDBClient,
  { TableName = '', TableArn }: TableDescription,
  second: Date,
): Promise<Copy> {
  const name = `${TableName}-${stampOf(second)}`;
  const there = await askTable(client, name);
  if (there === undefined) {
    await refuseOtherSeconds(client, TableName, second);
    const source = { SourceTableName: TableName, RestoreDateTime: second };
    const restore = new RestoreTableToPointInTimeCommand({ ...source, TargetTableName: name });
    const does = `Restore ${TableName}, as it was at ${second.toISOString()}, to the new table ${name}`;
    return { name, steps: [{ does, work: () => client.send(restore) }, waitStep(client, name)] };
  }
  const { SourceTableArn, RestoreDateTime } = there.RestoreSummary ?? {};
  refuseOther(name, SourceTableArn === TableArn && Number(RestoreDateTime) === Number(second));
  return { name, steps: [waitStep(client, name)] };
}

/** The copy of a backup, under the name of the table that was deleted or under another one. */
export async function planCopyOfBackup(
  client: DynamoDBClient,
  { arn, table }: Backup,
  name: string,
): Promise<Copy> {
  const there = await askTable(client, name);
  if (there === undefined) {
    const restore = new RestoreTableFromBackupCommand({ BackupArn: arn, TargetTableName: name });
    const does = `Restore ${table}, as it was when it was deleted, to the new table ${name}`;
    return { name, steps: [{ does, work: () => client.send(restore) }, waitStep(client, name)] };
  }
  refuseOther(name, there.RestoreSummary?.SourceBackupArn === arn);
  return { name, steps: [waitStep(client, name)] };
}

/** Somebody can have made it by hand, from another second. Its items would be the wrong ones. */
function refuseOther(name: string, isCopy: boolean): void {
  if (isCopy) return;
  throw new Problem(
    `There is a table ${name} already, and it is no copy of this. Look whose it is, and delete it if nobody needs it.`,
  );
}

async function refuseOtherSeconds(client: DynamoDBClient, TableName: string, second: Date) {
  const command = new DescribeContinuousBackupsCommand({ TableName });
  const { ContinuousBackupsDescription } = await client.send(command);
  const { EarliestRestorableDateTime: first, LatestRestorableDateTime: last } =
    ContinuousBackupsDescription?.PointInTimeRecoveryDescription ?? {};
  if (first === undefined || last === undefined) {
    throw new Problem(`${TableName} has no restore points: nothing can be restored from it.`);
  }
  if (first <= second && second <= last) return;
  throw new Problem(
    `${TableName} has restore points from ${first.toISOString()} to ${last.toISOString()}: name one of these seconds, or wait some minutes for a newer one.`,
  );
}

function waitStep(client: DynamoDBClient, name: string): Step {
  return {
    does: `Wait until ${name} can be read, which can take hours`,
    work: (pause) => untilActive(client, name, pause),
  };
}

export async function untilActive(client: DynamoDBClient, name: string, pause?: Pause) {
  const isActive = async () => (await askTable(client, name))?.TableStatus === 'ACTIVE';
  await until(`${name} can be read`, isActive, { everySeconds: 20 }, pause);
}

/** A time as a part of a name: 20261120T120000Z. */
export function stampOf(time: Date): string {
  return time.toISOString().replaceAll(/[-:]|\.\d+/g, '');
}
