import { DynamoDBClient, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, expect, it, vi } from 'vitest';
import { example } from '../../../../test/examples.ts';
import { runItemsCommand } from '../../../commands/items/items-command.ts';
import { exampleItem, keyOf, tableName } from '../../setup/contract.ts';
import { startDynamodb } from '../../setup/embedded-dynamodb.ts';
import { startRecordingProxy } from '../../setup/recording-proxy.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';
import { cloudformation } from '../cloudformation.ts';
import { runHere } from '../run-here.ts';

// A deployed stack, as far as CloudFormation tells a command about it.

const outputs = { ApiId: 'api', [`${tableName}TableName`]: tableName };
const dynamodb = await startDynamodb();
const client = new DynamoDBClient();
const aws = await startRecordingProxy({ hook: cloudformation(() => outputs) });
vi.stubEnv('AWS_ENDPOINT_URL_CLOUDFORMATION', aws.url);
afterAll(async () => {
  aws.stop();
  client.destroy();
  await dynamodb.stop();
});

/** Runs the command for the stack. A person types this, if somebody is there. */
async function items(words: readonly string[], answer?: string) {
  vi.stubEnv('INIT_CWD', temporaryFolder());
  const args = [...words, '--stack', 'PlantStore'];
  const { code, notes } = await runHere(runItemsCommand, args, { answer });
  return { code, noted: notes.join('\n') };
}

async function isStored(): Promise<boolean> {
  const { Count } = await client.send(new ScanCommand({ TableName: tableName }));
  return Count === 1;
}

const deletion = ['delete', keyOf(example(7))];

it.each<[string, readonly string[], string | undefined]>([
  ['of another stage was typed', [], 'staging'],
  ['of another stage was given', ['--confirm', 'staging'], 'production'],
  ['is missing, and nobody is there', [], undefined],
])('deletes nothing in a stack if the name %s', async (_, options, typed) => {
  await client.send(new PutItemCommand({ TableName: tableName, Item: exampleItem(7) }));
  const { code, noted } = await items([...deletion, ...options], typed);
  expect(code).toBe(2);
  expect(noted).toMatch(/\bproduction\b.*\bPlantStore\b.*\b123456789012\b.*\beu-central-1\b/);
  expect(await isStored()).toBe(true);
});

it('deletes an item of a stack after its stage was named, and brings it back', async () => {
  await client.send(new PutItemCommand({ TableName: tableName, Item: exampleItem(7) }));
  const { code, noted } = await items(deletion, 'production');
  expect({ code, noted }).toMatchObject({ code: 0 });
  expect(await isStored()).toBe(false);
  const [, undo = ''] = / -- (undo .+) --stack PlantStore\n/.exec(noted) ?? [];
  const folder = `${process.env['INIT_CWD']}`;
  const undone = await items([
    ...undo.replace(' ', ` ${folder}/`).split(' '),
    '--confirm',
    'production',
  ]);
  expect(undone.code).toBe(0);
  expect(await isStored()).toBe(true);
});

it('reads a stack without a question', async () => {
  await client.send(new PutItemCommand({ TableName: tableName, Item: exampleItem(7) }));
  expect(await items(['read', keyOf(example(7))])).toMatchObject({ code: 0 });
  expect(await items([])).toMatchObject({ code: 0 });
  const text = await items(['find', '--client', 'nobody']);
  expect(text).toMatchObject({ code: 0 });
});
