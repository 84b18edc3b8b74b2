import { type DynamoDBClient, ListBackupsCommand } from '@aws-sdk/client-dynamodb';
import { askAllPages } from '../../../shared/stage/ask-all-pages.ts';

/** What DynamoDB kept of a table when somebody deleted it. */
export interface Backup {
  readonly arn: string;
  /** The name that the table had. */
  readonly table: string;
  readonly made: Date;
}

/** The newest one of a table of the stack. The list has those of all tables of the account. */
export async function askDeletionBackup(
  client: DynamoDBClient,
  stack: string,
  logicalId: string,
): Promise<Backup | undefined> {
  const summaries = await askAllPages(async (next) => {
    const command = new ListBackupsCommand({
      BackupType: 'SYSTEM',
      ExclusiveStartBackupArn: next,
    });
    const { BackupSummaries, LastEvaluatedBackupArn } = await client.send(command);
    return [BackupSummaries, LastEvaluatedBackupArn];
  });
  const backups: Backup[] = [];
  for (const { BackupArn, TableName, BackupCreationDateTime } of summaries) {
    // CloudFormation names a table so. Another stage has another name before the logical id.
    if (BackupArn && BackupCreationDateTime && TableName?.startsWith(`${stack}-${logicalId}-`))
      backups.push({ arn: BackupArn, table: TableName, made: BackupCreationDateTime });
  }
  return backups.toSorted((one, other) => Number(other.made) - Number(one.made))[0];
}
