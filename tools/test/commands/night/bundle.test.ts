import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { authorizer, routes } from '../../../../functions/service.ts';
import packageJson from '../../../../package.json' with { type: 'json' };
import { template } from '../../../../test/setup/synthesized.ts';
import { cloudshellCommands } from '../../../commands/night/bundle/cloudshell-commands.ts';
import { nightCommands } from '../../../commands/night/night-command.ts';
import { runOneOf } from '../../../commands/night/run-one-of.ts';
import { useAwsModel } from '../../setup/aws-model/use-aws-model.ts';
import { exampleItem, tableKey, tableName } from '../../setup/contract.ts';
import { createTable, startDynamodb } from '../../setup/embedded-dynamodb.ts';
import { slow } from '../../setup/slow.ts';
import { onWindows } from '../../setup/system.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';
import { night } from './run-night.ts';

const { model, physicalId } = await useAwsModel({ template });
const { url, stop } = await startDynamodb();
const items = new DynamoDBClient({ endpoint: url });
afterAll(async () => {
  items.destroy();
  await stop();
});

const folder = temporaryFolder();
beforeAll(async () => {
  expect(await night(`bundle ${join(folder, 'night.mjs')}`)).toMatchObject({ code: 0 });
  expect(readdirSync(folder)).toEqual(['night.mjs']);
}, slow.timeout);
beforeEach(() => {
  model.store = url;
});

/** The Node of this machine, and not that of the project: CloudShell has an older one, too. */
function systemNode(): string {
  const name = onWindows ? 'node.exe' : 'node';
  const folders = `${process.env['PATH']}`.split(delimiter);
  const files = folders
    .filter((one) => !one.includes('node_modules'))
    .map((one) => join(one, name));
  return files.find((file) => existsSync(file)) ?? process.execPath;
}

/** Runs the file as in CloudShell, where nothing else of this project is. */
async function inCloudShell(line: string) {
  const env = {
    PATH: process.env['PATH'],
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL: model.url,
  };
  return new Promise<{ code: unknown; out: string; notes: string }>((resolve) => {
    const args = ['night.mjs', ...line.split(' ')];
    execFile(systemNode(), args, { cwd: folder, env }, (error, out, notes) =>
      resolve({ code: error?.code ?? 0, out, notes }),
    );
  });
}

it('has a command for all that needs no clone, and says where the others are', async () => {
  const printed: string[] = [];
  const run = (word: string) => runOneOf(cloudshellCommands, [word], terminal);
  const terminal = { out: (text: string) => printed.push(text), note: expect.fail };
  run('--help');
  for (const name of ['close', 'open', 'roll-back', 'restore-table', 'token', 'restore'])
    expect(printed.join()).toMatch(new RegExp(`^  ${name} `, 'm'));
  const others = nightCommands.filter((name) => !(name in cloudshellCommands));
  for (const name of others) expect(() => run(name)).toThrow(`npm run night -- ${name}`);
});

it('looks at a stage', slow, async () => {
  // Without an address, it sends no request to the gateway.
  model.state.stack.outputs = {};
  const { out } = await inCloudShell('look --stack PlantStore');
  // On a busy machine, some answers can come too late for it.
  expect(out).toMatch(/ \d+ resources are as in the template\.\n$/);
});

it('names the commands of items as package.json does', slow, async () => {
  const [name] =
    Object.entries(packageJson.scripts).find(([, script]) => script.endsWith('run.cjs items')) ??
    [];
  await createTable(items, physicalId(tableName), tableKey).catch(() => {});
  const item = exampleItem(8_888);
  await items.send(new PutItemCommand({ TableName: physicalId(tableName), Item: item }));
  const { code, out } = await inCloudShell(`${name} --stack PlantStore`);
  expect(code).toBe(0);
  for (const { N } of Object.values(item)) if (N !== undefined) expect(out).toContain(N);
});

it('changes a stage, and names its commands as they are typed there', slow, async () => {
  const { code, notes } = await inCloudShell('close --stack PlantStore --confirm production');
  expect(code).toBe(0);
  expect(notes).toContain('node night.mjs open --stack PlantStore');
  const [{ functionName }] = routes;
  const closed = model.state.resources.find(({ logicalId }) => logicalId === functionName);
  expect(closed?.properties.ReservedConcurrentExecutions).toBe(0);
});

it('lists tokens of a stage, and knows no local ones', slow, async () => {
  const key = { AttributeName: 'digest', AttributeType: 'S' } as const;
  await createTable(items, physicalId(authorizer.table), key).catch(() => {});
  const digest = { S: '8'.repeat(64) };
  const token = { digest, client: { S: 'nursery' }, lastFour: { S: '2wXy' }, created: { N: '1' } };
  await items.send(new PutItemCommand({ TableName: physicalId(authorizer.table), Item: token }));
  const listed = await inCloudShell('token list --stack PlantStore');
  expect(listed).toMatchObject({ code: 0, out: expect.stringMatching(/^88888888 +nursery /m) });
  expect(await inCloudShell('token list')).toMatchObject({
    code: 2,
    notes: expect.stringContaining('--stack'),
  });
});

it.each(['bundle', 'bundle night.js', 'bundle a.mjs b.mjs'])('refuses %s', slow, async (line) => {
  expect(await night(line)).toMatchObject({ code: 2 });
});

it('says why the file cannot be written', slow, async () => {
  const { code, notes } = await night(`bundle ${join(folder, 'night.mjs', 'night.mjs')}`);
  expect(code).toBe(1);
  expect(notes).toContain('cannot be written');
});
