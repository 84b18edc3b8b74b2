import { DynamoDBClient, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { authorizer, tables } from '../../../../functions/service.ts';
import { template } from '../../../../test/setup/synthesized.ts';
import { denied } from '../../setup/aws-model/aws-model.ts';
import { useAwsModel } from '../../setup/aws-model/use-aws-model.ts';
import { createTable, startDynamodb } from '../../setup/embedded-dynamodb.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';
import { night } from './run-night.ts';

const { model, physicalId } = await useAwsModel({ template });
const { url, stop } = await startDynamodb();
const items = new DynamoDBClient({ endpoint: url });
afterAll(async () => {
  items.destroy();
  await stop();
});

const name = authorizer.table;
const other = Object.keys(tables).find((one) => one !== name) ?? '';
const confirmed = '--stack PlantStore --confirm production';

function daysAgo(days: number): Date {
  return new Date(Date.now() - days * 86_400_000);
}

function secondOf(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}

function stampOf(time: Date): string {
  return secondOf(time).replaceAll(/[-:]/g, '');
}

const yesterday = daysAgo(1);
const copyName = `${physicalId(name)}-${stampOf(yesterday)}`;
const deletedAt = daysAgo(0.5);

const key = { AttributeName: 'digest', AttributeType: 'S' } as const;

function token(digest: string) {
  return { digest: { S: digest }, client: { S: 'nursery' } };
}

beforeEach(() => {
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', undefined);
  vi.stubEnv('INIT_CWD', temporaryFolder());
  model.store = url;
});

/** The tables and their items of a store that forgets nothing between tests. */
async function fill(table: string, ...digests: string[]) {
  await createTable(items, table, key).catch(() => {});
  for (const digest of digests)
    await items.send(new PutItemCommand({ TableName: table, Item: token(digest) }));
}

async function digestsIn(table: string) {
  const { Items = [] } = await items.send(new ScanCommand({ TableName: table }));
  return Items.map(({ digest }) => digest?.S).toSorted();
}

function operations() {
  return model.calls.map(({ operation }) => operation);
}

const changing = /^(Restore|Update|Put|Delete|Reset)/;
function changes() {
  return operations().filter((operation) => changing.test(operation));
}

describe('restore-table to a second', () => {
  const line = `restore-table ${name} ${secondOf(yesterday)} ${confirmed}`;

  it('adds what is missing from a copy that has its second in its name', async () => {
    await fill(physicalId(name), 'kept');
    await fill(copyName, 'kept', 'lost');
    const { code, notes } = await night(line);
    expect(code).toBe(0);
    expect(await digestsIn(physicalId(name))).toEqual(['kept', 'lost']);
    const restore = model.calls.find(({ operation }) => operation.startsWith('Restore'));
    expect(restore?.input).toMatchObject({
      SourceTableName: physicalId(name),
      TargetTableName: copyName,
      RestoreDateTime: new Date(secondOf(yesterday)),
    });
    expect(notes).toContain('npm run restore -- --undo ');
    expect(notes).toContain(`aws dynamodb delete-table --table-name ${copyName}`);
    expect(operations()).not.toContain('DeleteTable');
    expect(model.state.resetCaches).toBe(1);
    expect(notes).toContain('revoked since');
  });

  it('says nothing of tokens after it restored a table without them', async () => {
    const otherKey = { AttributeName: 'id', AttributeType: 'N' } as const;
    const copy = `${physicalId(other)}-${stampOf(yesterday)}`;
    for (const table of [physicalId(other), copy]) await createTable(items, table, otherKey);
    const { code, notes } = await night(
      `restore-table ${other} ${secondOf(yesterday)} ${confirmed}`,
    );
    expect(code).toBe(0);
    expect(notes).toContain('Erase again');
    expect(notes).not.toContain('revoked since');
  });

  it('makes no second copy when it is started again', async () => {
    await night(line);
    expect(await night(line)).toMatchObject({ code: 0 });
    expect(changes().filter((operation) => operation.startsWith('Restore'))).toHaveLength(1);
  });

  it('adds nothing after AWS has refused the copy', async () => {
    model.interfere = ({ operation }) => (operation.startsWith('Restore') ? denied() : undefined);
    const { code, notes } = await night(line);
    expect(code).toBe(1);
    expect(notes).toMatch(/^Failed: Restore .*AccessDeniedException/m);
    expect(notes).toMatch(/^Not done: Add /m);
    expect(operations()).not.toContain('Scan');
  });

  it('waits until the copy can be read', async () => {
    let asked = 0;
    model.interfere = ({ operation, input }) => {
      const isCopy = Object(input).TableName === copyName;
      if (operation === 'DescribeTable' && isCopy && model.state.otherTables[0]) {
        asked += 1;
        model.state.otherTables[0].status = asked === 1 ? 'CREATING' : 'ACTIVE';
      }
      return undefined;
    };
    const { code } = await night(line);
    expect(code).toBe(0);
    const read = operations().indexOf('Scan');
    expect(
      operations()
        .slice(0, read)
        .filter((one) => one === 'DescribeTable').length,
    ).toBeGreaterThan(2);
  });

  it.each([
    ['a table of this name that was made by hand', undefined],
    ['a copy of another second', { RestoreDateTime: daysAgo(9), RestoreInProgress: false }],
  ])('reads nothing from %s', async (_, restored) => {
    const properties = Object(template.Resources[name]?.Properties);
    const made = { name: copyName, status: 'ACTIVE', created: model.state.now, properties };
    model.state.otherTables.push({ ...made, ...(restored && { restored }) });
    const { code, notes } = await night(line);
    expect({ code, changes: changes() }).toEqual({ code: 1, changes: [] });
    expect(notes).toContain(copyName);
    expect(operations()).not.toContain('Scan');
  });

  it.each([
    ['before the first restore point', 40],
    ['after the last one', 1 / 1440],
  ])('refuses a second %s, and names those that there are', async (_, days) => {
    const { code, notes } = await night(
      `restore-table ${name} ${secondOf(daysAgo(days))} ${confirmed}`,
    );
    expect({ code, changes: changes() }).toEqual({ code: 1, changes: [] });
    expect(notes).toMatch(/from \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z to \d{4}-/);
  });

  it.each([
    '2026-11-20T12:00:00',
    '2026-11-20',
    '2026-13-20T12:00:00Z',
    '2026-02-30T12:00:00Z',
    '2026-11-20T12:00:00.500Z',
    '2999-01-01T00:00:00Z',
  ])('refuses the second %s', async (text) => {
    const { code, notes } = await night(`restore-table ${name} ${text} ${confirmed}`);
    expect(code).toBe(2);
    expect(notes).toContain(text);
  });

  it('says what to write if the table is deleted', async () => {
    model.state.resources = model.state.resources.filter(
      (one) => one.physicalId !== physicalId(name),
    );
    const { code, notes } = await night(line);
    expect({ code, changes: changes() }).toEqual({ code: 1, changes: [] });
    expect(notes).toContain('leave out the second');
  });

  it('lets the gateway forget nothing, if the authorizer does not read the table', async () => {
    const words = `${secondOf(yesterday)} --stack PlantStore`;
    const [notes, ofOther] = [
      (await night(`restore-table ${name} ${words}`, 'no')).notes,
      (await night(`restore-table ${other} ${words}`, 'no')).notes,
    ];
    expect([notes, ofOther].map((text) => text.includes('gateway'))).toEqual([true, false]);
  });
});

describe('restore-table of a deleted table', () => {
  const line = `restore-table ${name} ${confirmed}`;
  const backup = () => ({ table: physicalId(name), time: deletedAt, arn: 'arn:backup/2' });

  function lose() {
    model.state.resources = model.state.resources.filter(
      (one) => one.physicalId !== physicalId(name),
    );
    model.state.backups.push(
      { table: physicalId(name), time: daysAgo(20), arn: 'arn:backup/1' },
      backup(),
      // Of another stage, whose name begins in the same way.
      {
        table: physicalId(name).replace('PlantStore-', 'PlantStore-staging-'),
        time: daysAgo(0.1),
        arn: 'arn:backup/3',
      },
    );
  }

  it('brings the table back under its name, as the template wants it', async () => {
    lose();
    expect(await night(line)).toMatchObject({ code: 0 });
    const restore = model.calls.find(({ operation }) => operation.startsWith('Restore'));
    expect(restore?.input).toEqual({
      BackupArn: 'arn:backup/2',
      TargetTableName: physicalId(name),
    });
    const { properties } =
      model.state.resources.find((one) => one.physicalId === physicalId(name)) ?? expect.fail();
    const { Properties: wanted } = template.Resources[name] ?? expect.fail();
    const [replica] = Object(wanted).Replicas;
    expect(properties).toMatchObject({
      StreamSpecification: Object(wanted).StreamSpecification,
      TimeToLiveSpecification: Object(wanted).TimeToLiveSpecification,
      Replicas: [
        {
          DeletionProtectionEnabled: replica.DeletionProtectionEnabled,
          PointInTimeRecoverySpecification: replica.PointInTimeRecoverySpecification,
        },
      ],
    });
    expect(model.state.resetCaches).toBe(1);
  });

  it('goes on where it was interrupted', async () => {
    lose();
    model.interfere = ({ operation }) => (operation === 'UpdateTimeToLive' ? denied() : undefined);
    expect(await night(line)).toMatchObject({ code: 1 });
    model.interfere = () => undefined;
    expect(await night(line)).toMatchObject({ code: 0 });
    expect(changes().filter((operation) => operation.startsWith('Restore'))).toHaveLength(1);
    expect(model.state.resetCaches).toBe(1);
  });

  it('adds to a table that a deploy has made since', async () => {
    model.state.backups.push(backup());
    model.state.tableStates[physicalId(name)] = { created: daysAgo(0.2) };
    const copy = `${physicalId(name)}-deleted-${stampOf(deletedAt)}`;
    await fill(physicalId(name), 'new');
    await fill(copy, 'old');
    expect(await night(line)).toMatchObject({ code: 0 });
    expect(await digestsIn(physicalId(name))).toContain('old');
    expect(operations()).not.toContain('UpdateTable');
  });

  it('changes nothing if the table was not deleted since its backup', async () => {
    model.state.backups.push(backup());
    const { code, notes } = await night(line);
    expect({ code, changes: changes() }).toEqual({ code: 1, changes: [] });
    expect(notes).toContain(name);
  });
});

it.each(['', `${name} 2026-11-20T12:00:00Z 2026-11-20T12:00:00Z`, 'toString'])(
  'refuses the arguments "%s"',
  async (words) => {
    const line = ['restore-table', words, confirmed].filter(Boolean).join(' ');
    expect(await night(line)).toMatchObject({ code: 2 });
    expect(changes()).toEqual([]);
  },
);
