import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { CreateTableCommand, DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reserved } from '../../functions/shared/reserved.ts';
import { startDynamodb } from '../embedded-dynamodb.ts';
import { onWindows } from '../system.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const plants = readFileSync('docs/PLANTS.md', 'utf8');

/** The commands of a section. */
function commandsOf(page: string, heading: string): string[] {
  const [, section = ''] = page.split(`\n## ${heading}\n`, 2);
  const [own = ''] = section.split(/^## /m, 1);
  return [...own.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block);
}

// They need bash.
describe.skipIf(onWindows)('the commands for the tables of this machine', () => {
  let dynamodb: Awaited<ReturnType<typeof startDynamodb>>;
  let documents: DynamoDBDocumentClient;
  const folder = temporaryFolder();
  beforeAll(() => {
    const script = (name: string, line: string) =>
      writeFileSync(join(folder, name), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
    script('aws', `exec '${process.execPath}' '${resolve('test/docs/aws-on-tables.ts')}' "$@"`);
    const lines =
      'for (const item of JSON.parse(fs.readFileSync(0)).Items) console.log(JSON.stringify(item))';
    script('jq', `exec '${process.execPath}' -e '${lines}'`);
  });
  beforeEach(async () => {
    dynamodb = await startDynamodb();
    documents = DynamoDBDocumentClient.from(new DynamoDBClient());
    await put('Plants', { id: 7, name: 'Fern' }, { id: 8, name: 'Moss', tag: 'indoor' });
    return async () => {
      documents.destroy();
      await dynamodb.stop();
    };
  });

  async function put(TableName: string, ...items: Record<string, unknown>[]): Promise<void> {
    for (const Item of items) await documents.send(new PutCommand({ TableName, Item }));
  }

  async function stored(): Promise<unknown[]> {
    const { Items = [] } = await documents.send(new ScanCommand({ TableName: 'Plants' }));
    return Items.map(({ id, name }) => `${id} ${name}`).toSorted();
  }

  async function bash(...commands: string[]): Promise<string> {
    const shell = spawn('bash', ['--norc', '-c', commands.join('\n')], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        PATH: `${folder}:${process.env['PATH']}`,
        AWS_ENDPOINT_URL_DYNAMODB: dynamodb.url,
      },
    });
    const [output] = await Promise.all([text(shell.stdout), once(shell, 'close')]);
    return output;
  }

  const table = 'table=Plants';

  it('read one plant, and all', async () => {
    const lines = (await bash(table, ...commandsOf(plants, 'Read'))).trim().split('\n');
    expect(JSON.parse(lines[0] ?? '')).toEqual({ id: { N: '7' }, name: { S: 'Fern' } });
    expect(JSON.parse(lines[1] ?? '').Items).toHaveLength(2);
  });

  it("README's command prints all plants", async () => {
    const [, command = ''] =
      /^```sh\n(curl http:\/\/127\.0\.0\.1:8000 .*?)^```/ms.exec(
        readFileSync('README.md', 'utf8'),
      ) ?? [];
    const output = await bash(command.replace('http://127.0.0.1:8000', `--silent ${dynamodb.url}`));
    expect(JSON.parse(output).Items).toHaveLength(2);
  });

  it('write all plants into a file', async () => {
    await bash(table, commandsOf(plants, 'Export')[0] ?? '');
    const lines = readFileSync(join(folder, 'plants.jsonl'), 'utf8').trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).name.S).toSorted()).toEqual(['Fern', 'Moss']);
  });

  it('delete one plant, and print it', async () => {
    const output = await bash(table, ...commandsOf(plants, 'Delete'));
    expect(JSON.parse(output).Attributes.name).toEqual({ S: 'Fern' });
    expect(await stored()).toEqual(['8 Moss']);
  });

  const runbook = readFileSync('docs/RUNBOOK.md', 'utf8');
  const [compare = '', write = ''] = commandsOf(runbook, 'Restore plants');
  const condition = "--condition-expression 'attribute_not_exists(id)'";

  it.each([
    ['with', write, ['7 Fern', '8 Moss', '9 Oak']],
    // So the condition is needed.
    ['without', write.replace(condition, ''), ['7 Fern', '8 Ivy', '9 Oak']],
  ])('restore what is lost, %s the condition', async (kind, commands, expected) => {
    const TableName = 'plants-restored';
    await documents.send(
      new CreateTableCommand({
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'N' }],
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      }),
    );
    await put(TableName, { id: 8, name: 'Ivy' }, { id: 9, name: 'Oak' }, { id: 7, name: 'Fern' });
    const scan = compare.slice(compare.indexOf('items()'));
    const output = await bash(table, scan, commands);
    expect(await stored()).toEqual(expected);
    if (kind === 'with') expect(output).toContain('"name":{"S":"Ivy"}');
    await documents.send(new DeleteTableCommand({ TableName }));
  });

  it('name the plants of the service itself', () => {
    for (const id of Object.values(reserved.plantIds)) expect(plants).toContain(` ${id}`);
  });
});
