import {
  type BackupSummary,
  ListBackupsCommand,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import { DescribeKeyCommand, type KeyMetadata } from '@aws-sdk/client-kms';
import { askAllPages } from '../../../../shared/stage/ask-all-pages.ts';
import { restorableDays } from '../../../../shared/stored-items/restorable-days.ts';
import { utc } from '../../../../shared/terminal/utc.ts';
import type { Asking } from '../asking.ts';
import { type AwsAnswer, isGone, known } from '../aws-answer.ts';
import { type Expected, propertyAt } from '../expected.ts';
import type { Finding } from '../finding.ts';
import { askRestorePoints, askTableDescription } from '../kinds/tables.ts';
import { aws } from '../mends.ts';
import { day, hour, isOlder, spanBetween } from '../spans.ts';
import { isTableOf } from './other-tables.ts';
import { type Context, type Note, ofType, type Subject } from './subject.ts';

interface TableAnswer {
  readonly table: Expected;
  readonly described: TableDescription | undefined;
  readonly points: { readonly isOn: boolean; readonly since: Date | undefined } | undefined;
  /** Of the table's own key in KMS, if it has one. */
  readonly key: AwsAnswer<KeyMetadata | undefined> | undefined;
}

interface TableAnswers {
  readonly tables: readonly TableAnswer[];
  readonly backups: AwsAnswer<readonly BackupSummary[]>;
}

/** DynamoDB itself makes a backup of a table that is deleted. */
function askBackups({ ask }: Asking) {
  return ask('dynamodb:ListBackups', {}, ({ dynamodb }, signal) =>
    askAllPages<BackupSummary>(async (ExclusiveStartBackupArn) => {
      const command = new ListBackupsCommand({ BackupType: 'SYSTEM', ExclusiveStartBackupArn });
      const page = await dynamodb.send(command, signal);
      return [page.BackupSummaries, page.LastEvaluatedBackupArn];
    }),
  );
}

function askKey({ ask }: Asking, KeyId: string) {
  return ask('kms:DescribeKey', { KeyId }, async ({ kms }, signal) => {
    return (await kms.send(new DescribeKeyCommand({ KeyId }), signal)).KeyMetadata;
  });
}

/** What of the tables no property of the template says. */
export const tableStates: Subject<TableAnswers> = {
  async ask(asking, { expected }) {
    const tables = ofType(expected, 'AWS::DynamoDB::GlobalTable').map(async (table) => {
      const { physicalId } = table;
      if (physicalId === undefined)
        return { table, described: undefined, points: undefined, key: undefined };
      const [answer, points] = await Promise.all([
        askTableDescription(asking, physicalId),
        askRestorePoints(asking, physicalId),
      ]);
      const described = known(answer)?.Table;
      const keyArn = described?.SSEDescription?.KMSMasterKeyArn;
      const key = keyArn ? await askKey(asking, keyArn) : undefined;
      return { table, described, points: known(points), key };
    });
    const backups = await askBackups(asking);
    return { tables: await Promise.all(tables), backups };
  },

  judge({ tables, backups }, context) {
    const { stage } = context;
    const lost = (known(backups) ?? []).filter(({ TableName }) =>
      isTableOf(stage.stackName, TableName),
    );
    return {
      findings: tables.flatMap((one) => [
        ...stateOf(one),
        ...keyOf(one),
        ...youngPoints(one, context),
      ]),
      notes: [...tables.flatMap((one) => missingPoints(one, context)), ...lost.map(lostTable)],
    };
  },
};

function stateOf({ table, described }: TableAnswer): Finding[] {
  const status = described?.TableStatus;
  if (status === undefined || status === 'ACTIVE' || status === 'UPDATING') return [];
  return [
    {
      rank: 'STOPS',
      what: `The table ${table.logicalId} is ${status}.`,
      means: 'Nothing can be stored or read there.',
      runbook: 'when-a-store-fails',
      commands: [],
      about: table.logicalId,
    },
  ];
}

function keyOf({ table, described, key }: TableAnswer): Finding[] {
  const keyId = described?.SSEDescription?.KMSMasterKeyArn;
  if (keyId === undefined || key === undefined) return [];
  const state = known(key)?.KeyState;
  const about = table.logicalId;
  const isWanted = propertyAt(table.properties, 'SSESpecification.SSEEnabled') === true;
  const common = { detail: `The key is ${keyId}.`, runbook: 'a-key-of-kms', about };
  const withoutKey = aws('dynamodb update-table', {
    'table-name': table.physicalId,
    'sse-specification': 'Enabled=false',
  });
  if (state === 'Enabled') {
    if (isWanted) return [];
    return [
      {
        ...common,
        rank: 'UNSAFE',
        what: `The table ${about} uses a key of KMS, and the template has none.`,
        means: 'Somebody who disables the key stops the service.',
        commands: [withoutKey],
      },
    ];
  }
  if (state === undefined && !isGone(key)) return [];
  const options = { 'key-id': keyId };
  return [
    {
      ...common,
      rank: 'STOPS',
      what: `The key of KMS of the table ${about} is ${state ?? 'gone'}.`,
      means: 'DynamoDB can read and write nothing there.',
      commands: [
        ...(state === 'PendingDeletion' ? [aws('kms cancel-key-deletion', options)] : []),
        ...(state === undefined ? [] : [aws('kms enable-key', options)]),
        ...(state === undefined || isWanted ? [] : [withoutKey]),
      ],
    },
  ];
}

/** Since when a table has restore points, if they are younger than they could be: they were off before. */
function pointsSince({ described, points }: TableAnswer, now: Date): Date | undefined {
  const { since } = points ?? {};
  const created = described?.CreationDateTime;
  if (since === undefined || created === undefined) return undefined;
  const first = Math.max(created.getTime(), now.getTime() - restorableDays * day);
  return since.getTime() - first < hour ? undefined : since;
}

/** What was lost in the last day can then be lost for ever. */
function youngPoints(one: TableAnswer, { now }: Context): Finding[] {
  const since = pointsSince(one, now);
  if (since === undefined || isOlder(since, day, now)) return [];
  const { logicalId } = one.table;
  return [
    {
      rank: 'UNSAFE',
      what: `The table ${logicalId} has no restore points of before: they were off.`,
      means:
        'No command brings these points back. But the stream of the table still has what was deleted or overwritten in the last 24 hours. A day later, this is only a note.',
      since,
      runbook: 'restore-points-are-off',
      commands: [],
      about: logicalId,
    },
  ];
}

function missingPoints(one: TableAnswer, { now }: Context): Note[] {
  const since = pointsSince(one, now);
  if (since === undefined || !isOlder(since, day, now)) return [];
  const text = `${one.table.logicalId} has restore points only since ${utc(since)} (${spanBetween(since, now)}): they were off before.`;
  return [{ topic: 'missing restore points', text }];
}

function lostTable({ TableName, BackupCreationDateTime: at }: BackupSummary): Note {
  const when = at ? ` at ${utc(at)}` : '';
  return {
    topic: 'a deleted table',
    text: `The table ${TableName} was deleted${when}. Its backup is kept for ${restorableDays} days.`,
  };
}
