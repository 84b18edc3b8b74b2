import { isDeepStrictEqual } from 'node:util';
import {
  type AttributeValue,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { functions, type LiveName } from '../../../functions/service.ts';
import { storeDevelopmentTokens } from '../../../tools/commands/token/development-token.ts';
import { region } from '../../../tools/local/region.ts';
import { deployedFunction, newInstance } from '../../../tools/test/setup/deployed-function.ts';
import { startDynamodb } from '../../../tools/test/setup/embedded-dynamodb.ts';
import {
  type Call,
  passOn,
  startRecordingProxy,
} from '../../../tools/test/setup/recording-proxy.ts';
import { eventFiles, folderOf, readEvent } from '../../setup/event-files.ts';
import { assembly, resourcesOf } from '../../setup/synthesized.ts';
import { tableVariables } from '../../setup/table-variables.ts';
import { context } from '../../setup/test-events.ts';
import {
  actionOf,
  allTables,
  logRightsOf,
  type Policy,
  propertiesOf,
  resourceName,
  rightsGranted,
  rightUsed,
  roleOf,
  writtenIn,
} from './rights.ts';

type Item = Record<string, AttributeValue>;

// The region of the development tokens: Amazon's DynamoDB Local has other tables for each region.
vi.stubEnv('AWS_REGION', region);
const dynamodb = await startDynamodb();
const direct = new DynamoDBClient({ endpoint: dynamodb.url });
/** The item that each Put found under its key. */
const found = new Map<Call, Item | undefined>();
const store = await startRecordingProxy({
  store: dynamodb.url,
  hook: async (response, apply, call) => {
    if (actionOf(call.headers) === 'PutItem') found.set(call, await itemAt(placeOf(call)));
    await passOn(response, apply, call);
  },
});
afterAll(async () => {
  store.stop();
  await dynamodb.stop();
});
for (const level of ['info', 'warn', 'error'] as const) {
  vi.spyOn(console, level).mockImplementation(() => {});
}

function loaded(id: string, url: string) {
  // The first one is for a service that no function should call.
  const endpoints = { AWS_ENDPOINT_URL: url, AWS_ENDPOINT_URL_DYNAMODB: url };
  const variables = { ...tableVariables, ...endpoints };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  return newInstance(deployedFunction(assembly, id));
}

const chapter = 'Read "To add an operation" and the next chapter in .github/CONTRIBUTING.md';

/** The actions that leave each item as it is. */
const reading = ['GetItem', 'BatchGetItem', 'Query', 'Scan'];
const checking = ['ConditionCheckItem', 'DescribeTable'];

/** What is wrong with a call of a function that reads items, changes a stored one, or writes one. */
async function faultsOf(id: string, call: Call): Promise<string[]> {
  const action = actionOf(call.headers);
  const { table } = writtenIn(call.body);
  const { changedBy, bodyOf } = allTables[table] ?? {};
  if (changedBy === undefined || checking.includes(action)) return [];
  if (reading.includes(action)) {
    // Otherwise a client would not find what was stored just before.
    const isConsistent = call.body.includes('"ConsistentRead":true');
    return isConsistent ? [] : [`the ${action} of ${id} from ${table} has no ConsistentRead: true`];
  }
  const faults: string[] = [];
  if (changedBy[id] !== action && (await canChange(call))) {
    faults.push(
      `changedBy in functions/service.ts does not allow ${id} to change ${table} by ${action}`,
    );
  }
  // It can change what another client has changed or deleted meanwhile.
  if (bodyOf !== undefined && JSON.parse(call.body).ConditionExpression === undefined) {
    faults.push(`the ${action} of ${id} into ${table} has no condition`);
  }
  return faults;
}

/**
 * Whether a call can change an item that is stored. IAM does not see the condition of a Put. So this stores the item that
 * the Put found, with one attribute more, repeats the Put, and looks whether the item is still the same.
 */
async function canChange(call: Call): Promise<boolean> {
  if (actionOf(call.headers) !== 'PutItem') return true;
  const { TableName, Key } = placeOf(call);
  const now = await itemAt({ TableName, Key });
  const changed = { ...found.get(call), ...Key, another: { S: 'attribute' } };
  await direct.send(new PutItemCommand({ TableName, Item: changed }));
  await direct.send(new PutItemCommand(JSON.parse(call.body))).catch((error) => {
    if (error.name !== 'ConditionalCheckFailedException') throw error;
  });
  const isOverwritten = !isDeepStrictEqual(await itemAt({ TableName, Key }), changed);
  if (now) await direct.send(new PutItemCommand({ TableName, Item: now }));
  return isOverwritten;
}

/** Where a call writes: the table, and the key of the item. */
function placeOf({ body }: Call) {
  const { table: TableName, name, key } = writtenIn(body);
  return { TableName, Key: { [`${name}`]: key } as Item };
}

async function itemAt(place: ReturnType<typeof placeOf>): Promise<Item | undefined> {
  return (await direct.send(new GetItemCommand(place))).Item;
}

describe('the role of a function', () => {
  // The authorizer's events use every kind of token.
  beforeAll(() => storeDevelopmentTokens(new DynamoDBClient()));

  // That of the probe: probe/rights.test.ts.
  const names = Object.keys(functions).filter((name) => name !== 'Probe');
  it.each(names as LiveName[])('%s allows exactly its recorded calls and its log', async (id) => {
    const handler = await loaded(id, store.url);
    store.calls.length = 0;
    const answers = [];
    for (const path of eventFiles(folderOf(id))) {
      answers.push(await handler(readEvent(path), context()));
    }
    const advice = `events/${folderOf(id)} needs an event that succeeds. It finds the items that the events of the functions before it, in functions/service.ts, have left.`;
    expect(answers.some(isSuccess), advice).toBe(true);

    const used = store.calls.flatMap(rightUsed);
    const needed = new Set([...used.map(({ right }) => right), ...logRightsOf(id)]);
    const granted = rightsGranted(roleOf(id));
    // As lists, so that nothing is granted twice.
    expect(granted.map(({ right }) => right).toSorted()).toEqual([...needed].toSorted());
    for (const { condition } of granted) expect(condition).toEqual({});

    const faults = new Set<string>();
    for (const call of store.calls) for (const fault of await faultsOf(id, call)) faults.add(fault);
    expect([...faults], chapter).toEqual([]);
  });
});

/** Whether a function allows a token, or answers 2xx. */
function isSuccess(answer: unknown): boolean {
  const { isAuthorized, statusCode } = Object(answer);
  return isAuthorized === true || /^2/.test(`${statusCode}`);
}

it('each role is of one service, and a role of no function has exactly the rights for it', () => {
  const ofFunctions = Object.keys(resourcesOf('AWS::Lambda::Function')).map(roleOf);
  const others = Object.keys(resourcesOf('AWS::IAM::Role')).flatMap((id) => {
    const { Statement } = propertiesOf(id)['AssumeRolePolicyDocument'] as Policy;
    expect(Statement).toHaveLength(1);
    const { Principal, Condition = {} } = Object(Statement[0]);
    const [service] = `${Object.values(Principal)}`.split('.');
    if (ofFunctions.includes(id)) {
      expect(service).toBe('lambda');
      return [];
    }
    const granted = rightsGranted(id);
    for (const { condition } of granted) expect(condition).toEqual({});
    return [{ id, service, Condition, rights: granted.map(({ right }) => right) }];
  });
  expect(new Set(others)).toEqual(new Set([...rolesOfSchedules(), ...rolesOfReleases()]));
});

/** A schedule starts its function. */
function rolesOfSchedules() {
  return Object.values(resourcesOf('AWS::Scheduler::Schedule')).map(({ Properties }) => {
    const { Arn, RoleArn } = Object(Properties['Target']);
    return {
      id: resourceName(RoleArn),
      service: 'scheduler',
      Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      rights: [`lambda:InvokeFunction on ${resourceName(Arn)}`],
    };
  });
}

/**
 * A release moves the alias of its function:
 * https://docs.aws.amazon.com/aws-managed-policy/latest/reference/AWSCodeDeployRoleForLambdaLimited.html
 */
function rolesOfReleases() {
  const onAlias = ['GetAlias', 'GetProvisionedConcurrencyConfig', 'UpdateAlias'];
  return Object.values(resourcesOf('AWS::CodeDeploy::DeploymentGroup')).map(({ Properties }) => {
    const fn = Properties['DeploymentGroupName'];
    return {
      id: resourceName(Properties['ServiceRoleArn']),
      service: 'codedeploy',
      Condition: {},
      rights: [
        ...onAlias.flatMap((name) => [`lambda:${name} on ${fn}`, `lambda:${name} on ${fn}:*`]),
        'cloudwatch:DescribeAlarms on *',
      ],
    };
  });
}
