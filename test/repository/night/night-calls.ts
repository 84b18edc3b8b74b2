import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BatchWriteItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, expect, vi } from 'vitest';
import { authorizer, routes, tables } from '../../../functions/service.ts';
import { addedAttributes } from '../../../functions/shared/added-attributes.ts';
import { cloudshellCommands } from '../../../tools/commands/night/bundle/cloudshell-commands.ts';
import { stampOf } from '../../../tools/commands/night/restore-table/table-copies.ts';
import { runOneOf } from '../../../tools/commands/night/run-one-of.ts';
import type { Item } from '../../../tools/shared/stored-items/table.ts';
import { scriptNameOf } from '../../../tools/shared/terminal/script.ts';
import { leadToEachQuestion } from '../../../tools/test/commands/night/look/each-question.ts';
import { runHere } from '../../../tools/test/commands/run-here.ts';
import { type AwsState, healthyStages } from '../../../tools/test/setup/aws-model/aws-state.ts';
import { resourcesOf } from '../../../tools/test/setup/aws-model/find.ts';
import { type Right, rightsFor } from '../../../tools/test/setup/aws-model/iam-rights.ts';
import { useAwsModel } from '../../../tools/test/setup/aws-model/use-aws-model.ts';
import { exampleItem, keyOf, tableName } from '../../../tools/test/setup/contract.ts';
import { createTable, startDynamodb } from '../../../tools/test/setup/embedded-dynamodb.ts';
import { patience } from '../../../tools/test/setup/slow.ts';
import { temporaryFolder } from '../../../tools/test/setup/temporary-folder.ts';
import { example } from '../../examples.ts';
import { customDomain, optionalSettings, synthesizedWith } from '../../setup/synthesized.ts';

// What the commands that need no clone ask of AWS: each of them works on the stand-in for AWS, and its calls are recorded.

/** The stack of production. */
export const stack = 'PlantStore';

async function deployedTemplate() {
  const { template } = await synthesizedWith(optionalSettings);
  // In the account of the stand-in.
  const certificateArn = 'arn:aws:acm:eu-central-1:123456789012:certificate/0a1b2c3d';
  return JSON.parse(
    JSON.stringify(template).replaceAll(customDomain.certificateArn, certificateArn),
  );
}

const options = { template: await deployedTemplate(), stackName: stack };
const { model } = await useAwsModel(options);
const newStage = healthyStages(options);
const { url, stop } = await startDynamodb();
const store = new DynamoDBClient({ endpoint: url });
afterAll(async () => {
  store.destroy();
  await stop();
});

/** The names that AWS gave to the resources. */
const names = Object.fromEntries(
  model.state.listed.map(({ logicalId, physicalId }) => [logicalId, physicalId]),
);
const [{ functionName }] = routes;
const itemTable = tableName as keyof typeof tables;
const ofItems = scriptNameOf('items');
const items = `${names[tableName]}`;
const tokens = `${names[authorizer.table]}`;

const client = 'nursery';
const now = Math.floor(Date.now() / 1000);
const yesterday = new Date((now - 86_400) * 1000);
const second = yesterday.toISOString().replace('.000', '');
const stamp = stampOf(yesterday);
const deletedAt = new Date((now - 3600) * 1000);

await createTables(items, tables[itemTable]);
await createTables(tokens, tables[authorizer.table]);

interface Run {
  readonly line: string;
  readonly prepare?: (state: AwsState) => void;
}

/** Commands that change nothing. */
export const looking: readonly Run[] = [
  { line: 'look', prepare: leadToEachQuestion },
  {
    line: 'look',
    prepare: (state) => {
      state.stack.status = undefined;
    },
  },
  { line: 'query' },
  { line: `query ${savedQuery()}` },
  { line: 'log requests' },
  { line: `log ${functionName}` },
  { line: 'runtimes' },
];

/** Commands that read items, or change something. */
export const mending: readonly Run[] = [
  { line: 'close --confirm production' },
  { line: 'open --anyway --confirm production', prepare: close },
  { line: 'forget --confirm production' },
  { line: `roll-back ${functionName} --confirm production` },
  { line: `roll-back ${functionName} --confirm production`, prepare: move },
  { line: `roll-back ${authorizer.functionName} --confirm production` },
  ...[tableName, authorizer.table].flatMap((name) => [
    { line: `restore-table ${name} ${second} --confirm production` },
    { line: `restore-table ${name} --confirm production`, prepare: lose(name) },
    { line: `restore-table ${name} --confirm production`, prepare: replace(name) },
  ]),
  { line: 'token create --client nursery' },
  { line: 'token list' },
  { line: 'token extend --confirm production' },
  { line: 'token revoke aaaa --confirm production' },
  { line: `${ofItems} list` },
  { line: `${ofItems} read ${keyOf(example(1))}` },
  { line: `${ofItems} find --client ${client}` },
  { line: `${ofItems} delete ${keyOf(example(1))} --confirm production` },
  { line: `${ofItems} undo items.jsonl --confirm production` },
  { line: `${ofItems} delete --found items.jsonl --confirm production` },
  { line: `${ofItems} erase --keys keys.txt --confirm production` },
  { line: `${ofItems} erase --client ${client} --confirm production` },
  { line: `${ofItems} follow`, prepare: addShard },
  { line: `restore ${items}-${stamp} ${items}`, prepare: addCopy },
  { line: `restore --undo items.jsonl ${items}` },
];

function savedQuery(): string {
  const [first] = resourcesOf(model.state, 'AWS::Logs::QueryDefinition');
  return `${first?.properties.Name}`.replace(/.*\//, '');
}

function close({ resources }: AwsState): void {
  const found = resources.find(({ logicalId }) => logicalId === functionName);
  Object.assign(found?.properties, { ReservedConcurrentExecutions: 0 });
}

/** A release moves. */
function move(state: AwsState): void {
  const [application] = resourcesOf(state, 'AWS::CodeDeploy::Application');
  const alias = resourcesOf(state, 'AWS::Lambda::Alias').find(
    ({ properties }) => properties.FunctionName === names[functionName],
  );
  const RoutingConfig = {
    AdditionalVersionWeights: [{ FunctionVersion: '13', FunctionWeight: 0.3 }],
  };
  Object.assign(alias?.properties, { FunctionVersion: '12', RoutingConfig });
  state.stack.status = 'UPDATE_IN_PROGRESS';
  state.deployments.push({
    id: 'd-1A2B3C',
    application: `${application?.physicalId}`,
    group: functionName,
    status: 'InProgress',
    created: state.now,
    currentVersion: '12',
    targetVersion: '13',
    weight: 30,
  });
}

function addBackup({ backups, place: { account, region } }: AwsState, name: string): void {
  const table = `${names[name]}`;
  const arn = `arn:aws:dynamodb:${region}:${account}:table/${table}/backup/01`;
  backups.push({ table, time: deletedAt, arn });
}

/** A table was deleted. */
function lose(name: string) {
  return (state: AwsState) => {
    addBackup(state, name);
    state.resources = state.resources.filter(({ physicalId }) => physicalId !== names[name]);
  };
}

/** A table was deleted, and a deploy has made an empty one. */
function replace(name: string) {
  return (state: AwsState) => {
    addBackup(state, name);
    state.tableStates[`${names[name]}`] = { created: state.now };
  };
}

function addShard({ shards }: AwsState): void {
  shards.push({ grows: true, pages: [[]] });
}

function addCopy({ otherTables, now: created, template }: AwsState): void {
  const properties = Object(template.Resources[tableName]?.Properties);
  otherTables.push({ name: `${items}-${stamp}`, status: 'ACTIVE', created, properties });
}

/** The rights that each of these commands needs, which succeeds. */
export async function rightsOf(runs: readonly Run[]): Promise<Right[]> {
  const all: Right[] = [];
  let mustFill = true;
  for (const { line, prepare } of runs) {
    model.state = newStage();
    prepare?.(model.state);
    model.calls.length = 0;
    const before = structuredClone(model.state.deployments);
    if (mustFill) await fillTables();
    await runCommand(line);
    mustFill = model.calls.some(({ operation }) => changesItems.test(operation));
    const state = { ...newStage(), deployments: before };
    all.push(...model.calls.flatMap((call) => rightsFor(call, state)));
  }
  return all;
}

async function runCommand(line: string): Promise<void> {
  const folder = temporaryFolder();
  vi.stubEnv('INIT_CWD', folder);
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', undefined);
  vi.stubEnv('AWS_ENDPOINT_URL', model.url);
  model.store = url;
  const stored = [exampleItem(1), exampleItem(2)].map((item) => `${JSON.stringify(item)}\n`);
  writeFileSync(join(folder, 'items.jsonl'), stored.join(''));
  writeFileSync(join(folder, 'keys.txt'), keyOf(example(2)));
  const words = line.startsWith('restore ') ? line : `${line} --stack ${stack}`;
  const { code, notes } = await runHere(
    (args, terminal) => runOneOf(cloudshellCommands, args, terminal),
    words.split(' '),
    { patience, pause: async () => {} },
  );
  // A look says by its code what it has found.
  const codes = line === 'look' ? [0, 1, 3] : [0];
  expect({ line, notes, fits: codes.includes(code) }).toMatchObject({ fits: true });
}

const changesItems = /^(BatchWriteItem|DeleteItem|PutItem|TransactWriteItems|UpdateItem)$/;

/** Writes the items of all tables, also those that a command has changed or deleted. */
async function fillTables(): Promise<void> {
  const { client: createdBy, lastFour } = addedAttributes;
  const ofClient = { [createdBy]: { S: client }, [lastFour]: { S: 'wXyZ' } };
  const kept = [exampleItem(1), { ...exampleItem(2), ...ofClient }];
  const RequestItems = Object.fromEntries([
    ...putsOf(items, kept, exampleItem(3)),
    ...putsOf(tokens, [tokenItem('a')], tokenItem('b')),
  ]);
  await store.send(new BatchWriteItemCommand({ RequestItems }));
}

/** A token that has just expired. */
function tokenItem(letter: string): Item {
  const times = { created: { N: '1' }, expires: { N: `${now - 60}` } };
  return {
    digest: { S: letter.repeat(64) },
    client: { S: client },
    lastFour: { S: 'wXyZ' },
    ...times,
  };
}

/** A table, and its copies. These also have an item that the table has lost. */
function putsOf(name: string, kept: readonly Item[], lost: Item) {
  return withCopies(name).map((table) => {
    const all = table === name ? kept : [...kept, lost];
    return [table, all.map((Item) => ({ PutRequest: { Item } }))] as const;
  });
}

function withCopies(name: string): string[] {
  return [name, `${name}-${stamp}`, `${name}-deleted-${stampOf(deletedAt)}`];
}

async function createTables(
  name: string,
  { key: AttributeName, type: AttributeType }: { readonly key: string; readonly type: 'N' | 'S' },
): Promise<void> {
  // Another DynamoDB has those of an earlier run.
  for (const table of withCopies(name))
    await createTable(store, table, { AttributeName, AttributeType }).catch(() => {});
}
