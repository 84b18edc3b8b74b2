import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import {
  type AttributeDefinition,
  type AttributeValue,
  CreateTableCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import dynalite from 'dynalite';
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { restoreMissing } from '../../../../infra/commands/restore/restore-missing.ts';
import { run } from '../../../command.ts';

type Item = Record<string, AttributeValue>;

const byId = { AttributeName: 'id', AttributeType: 'N' } as const;
const { url, client, stop } = await startStore(0);
afterAll(stop);
let tables = 0;
let from: string;
let to: string;
beforeEach(async () => {
  from = await table(byId);
  to = await table(byId);
});

const most = plant('9223372036854775807', 'Sequoia', 'tree');
const least = plant('-9223372036854775808', 'Moss');

describe('restoring missing items', () => {
  it('copies each to the live table, digit for digit, prints its key, and overwrites none', async () => {
    const live = plant('8', 'Oak', 'tree');
    await put(from, most, least, plant('7', 'Fern'), plant('8', 'Nettle'));
    await put(to, plant('7', 'Fern'), live);
    const { lines, notes } = await restore();
    expect(lines.toSorted()).toEqual([
      'different 8',
      'restored -9223372036854775808',
      'restored 9223372036854775807',
    ]);
    expect(notes).toEqual([`2 restored to ${to}; 1 already there, 1 different and not changed.`]);
    expect(await get('9223372036854775807')).toEqual(most);
    expect(await get('-9223372036854775808')).toEqual(least);
    expect(await get('8')).toEqual(live);
    expect((await restore()).lines).toEqual(['different 8']);
  });

  it('reads all pages of a table', async () => {
    // A page is a megabyte at most.
    const large = Array.from({ length: 30 }, (_, id) => plant(`${id}`, 'x'.repeat(100_000)));
    await put(from, ...large);
    expect((await restore()).lines).toHaveLength(30);
    expect(await get('29')).toEqual(large[29]);
  });

  it('waits for a table that AWS is still creating', async () => {
    const slow = await startStore(500);
    onTestFinished(slow.stop);
    await create(to, byId, slow.client);
    await waitUntilTableExists(
      { client: slow.client, maxWaitTime: 5, minDelay: 0.05 },
      { TableName: to },
    );
    await create(from, byId, slow.client);
    const { notes } = await restore(slow.client);
    expect(notes).toEqual([
      `${from} is CREATING: waiting until it is ACTIVE.`,
      `0 restored to ${to}; 0 already there, 0 different and not changed.`,
    ]);
  });

  it.each([
    [{ Table: { TableStatus: 'ARCHIVED' } }, 'ARCHIVED'],
    [{}, 'in an unknown state'],
  ])('does not wait for a table that DynamoDB describes as %j', async (description, state) => {
    const send = vi.spyOn(client, 'send').mockImplementation(async () => description);
    onTestFinished(() => send.mockRestore());
    await expect(restore()).rejects.toThrow(`${to} is ${state} and does not become ACTIVE.`);
  });

  it('is refused if the keys differ, or if there is no such table', async () => {
    from = await table({ AttributeName: 'digest', AttributeType: 'S' });
    await expect(restore()).rejects.toThrow(
      `${from} and ${to} must have the same partition key, and no sort key.`,
    );
    from = 'nothing';
    await expect(restore()).rejects.toThrow(
      'There is no table nothing in this region for these credentials.',
    );
  });
});

describe('npm run restore', () => {
  const command = (...options: string[]) => {
    const env = { ...process.env, AWS_ENDPOINT_URL_DYNAMODB: url };
    return run('infra/commands/restore/main.ts', options, { env }).ended;
  };

  it('lists in a dry run, and restores without it', async () => {
    await put(from, most, plant('7', 'Fern'), plant('8', 'Oak'));
    await put(to, plant('7', 'Nettle'), plant('8', 'Oak'));
    const { code, stdout, stderr } = await command('--from', from, '--to', to, '--dry-run');
    expect({ code, lines: stdout.split('\n').toSorted() }).toEqual({
      code: 0,
      lines: ['', 'different 7', 'missing 9223372036854775807'],
    });
    expect(stderr).toBe(
      `1 missing in ${to} (dry run); 1 already there, 1 different and not changed.\n`,
    );
    expect(await get('9223372036854775807')).toBeUndefined();
    const restored = await command('--from', from, '--to', to);
    expect(restored).toMatchObject({ code: 0 });
    expect(await get('9223372036854775807')).toEqual(most);
  });

  it.each([
    [2, ['--from', 'a'], 'It needs two tables: --from the restored one --to the live one.'],
    [2, ['--from', 'a', '--to', 'a'], '--from and --to are the same table.'],
    [
      1,
      ['--from', 'restored', '--to', 'live'],
      'There is no table live in this region for these credentials.',
    ],
  ])('ends with %d and a sentence after %j', async (code, options, sentence) => {
    expect(await command(...options)).toEqual({ code, stdout: '', stderr: `${sentence}\n` });
  });
});

async function restore(reader = client) {
  const lines: string[] = [];
  const notes: string[] = [];
  await restoreMissing(
    reader,
    { from, to, dryRun: false },
    { out: (line) => lines.push(line), note: (note) => notes.push(note) },
    0.05,
  );
  return { lines, notes };
}

/** A store that makes a new table ACTIVE after this time. */
async function startStore(createTableMs: number) {
  const server = dynalite({ createTableMs });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new DynamoDBClient({ endpoint: url });
  const stop = () => {
    client.destroy();
    server.close();
  };
  return { url, client, stop };
}

async function table(key: AttributeDefinition): Promise<string> {
  tables += 1;
  const name = `Table${tables}`;
  await create(name, key);
  return name;
}

async function create(TableName: string, key: AttributeDefinition, writer = client): Promise<void> {
  await writer.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [key],
      KeySchema: [{ AttributeName: key.AttributeName, KeyType: 'HASH' }],
    }),
  );
}

async function put(TableName: string, ...items: Item[]): Promise<void> {
  await Promise.all(items.map((Item) => client.send(new PutItemCommand({ TableName, Item }))));
}

async function get(id: string): Promise<Item | undefined> {
  const { Item } = await client.send(new GetItemCommand({ TableName: to, Key: { id: { N: id } } }));
  return Item;
}

function plant(id: string, name: string, tag?: string): Item {
  return { id: { N: id }, name: { S: name }, ...(tag !== undefined && { tag: { S: tag } }) };
}
