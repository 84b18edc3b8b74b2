import {
  type BackupSummary,
  ListBackupsCommand,
  ListTablesCommand,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import { DescribeKeyCommand, type KeyMetadata } from '@aws-sdk/client-kms';
import { utc } from '../../times.ts';
import { type Answer, isGone, known } from '../answer.ts';
import { type Asking, allPages } from '../asking.ts';
import { type Expected, propertyAt } from '../expected.ts';
import type { Finding } from '../finding.ts';
import { askRestorePoints, askTable } from '../kinds/tables.ts';
import { aws } from '../mends.ts';
import { day, span } from '../times.ts';
import { type Asked, ofType, type Subject } from './subject.ts';

interface TableAnswer {
  readonly table: Expected;
  readonly described: TableDescription | undefined;
  readonly points: { readonly isOn: boolean; readonly since: Date | undefined } | undefined;
  /** Of the table's own key in KMS, if it has one. */
  readonly key: Answer<KeyMetadata | undefined> | undefined;
}

interface TableAnswers {
  readonly tables: readonly TableAnswer[];
  readonly names: Answer<readonly string[]>;
  readonly backups: Answer<readonly BackupSummary[]>;
}

export function askTableNames({ ask }: Asking) {
  return ask('dynamodb:ListTables', {}, ({ dynamodb }, signal) =>
    allPages(async (ExclusiveStartTableName) => {
      const page = await dynamodb.send(new ListTablesCommand({ ExclusiveStartTableName }), signal);
      return [page.TableNames, page.LastEvaluatedTableName];
    }),
  );
}

/** DynamoDB itself makes a backup of a table that is deleted. */
function askBackups({ ask }: Asking) {
  return ask('dynamodb:ListBackups', {}, ({ dynamodb }, signal) =>
    allPages<BackupSummary>(async (ExclusiveStartBackupArn) => {
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

/** Whether a table has the name of one of this stack. `STACK-staging-TABLE-1A2B` is of another one. */
export function isTableOf(stack: string, name: string | undefined): boolean {
  return name?.startsWith(`${stack}-`) === true && /^[A-Z]/.test(name.slice(stack.length + 1));
}

/** What of the tables no property of the template says. */
export const tableStates: Subject<TableAnswers> = {
  async ask(asking, { expected }) {
    const tables = ofType(expected, 'AWS::DynamoDB::GlobalTable').map(async (table) => {
      const { physicalId } = table;
      if (physicalId === undefined)
        return { table, described: undefined, points: undefined, key: undefined };
      const [answer, points] = await Promise.all([
        askTable(asking, physicalId),
        askRestorePoints(asking, physicalId),
      ]);
      const described = known(answer)?.Table;
      const keyArn = described?.SSEDescription?.KMSMasterKeyArn;
      const key = keyArn ? await askKey(asking, keyArn) : undefined;
      return { table, described, points: known(points), key };
    });
    const [names, backups] = await Promise.all([askTableNames(asking), askBackups(asking)]);
    return { tables: await Promise.all(tables), names, backups };
  },

  judge({ tables, names, backups }, asked) {
    const { stage } = asked;
    const own = tables.map(({ table }) => table.physicalId);
    const others = (known(names) ?? []).filter(
      (name) => !own.includes(name) && isTableOf(stage.name, name),
    );
    const lost = (known(backups) ?? []).filter(({ TableName }) => isTableOf(stage.name, TableName));
    return {
      findings: tables.flatMap((one) => [...stateOf(one), ...keyOf(one)]),
      notes: [
        ...tables.flatMap((one) => pointsOf(one, asked)),
        ...others.map(
          (name) =>
            `Another table of this stack is there: ${name}. Delete it when nobody needs it.`,
        ),
        ...lost.map(lostTable),
      ],
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
        means: 'Whoever disables the key stops the service.',
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

/** Restore points that are younger than they could be were off before. */
function pointsOf({ table, described, points }: TableAnswer, { now }: Asked): string[] {
  const { since } = points ?? {};
  const created = described?.CreationDateTime;
  if (since === undefined || created === undefined) return [];
  const first = Math.max(created.getTime(), now.getTime() - 35 * day);
  if (since.getTime() - first < day) return [];
  return [
    `${table.logicalId} has restore points only since ${utc(since)} (${span(since, now)}): they were off before.`,
  ];
}

function lostTable({ TableName, BackupCreationDateTime: at }: BackupSummary): string {
  const when = at ? ` at ${utc(at)}` : '';
  return `The table ${TableName} was deleted${when}. Its backup is kept for 35 days.`;
}
