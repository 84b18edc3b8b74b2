import { isDeepStrictEqual } from 'node:util';
import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { functions, type LiveName } from '../../../functions/service.ts';
import { storeDevelopmentTokens } from '../../../tools/commands/development-token.ts';
import { region } from '../../../tools/local/events.ts';
import { deployedFunction, newInstance } from '../../../tools/test/setup/deployed-function.ts';
import { type Call, startDynamodbProxy } from '../../../tools/test/setup/dynamodb-proxy.ts';
import { startDynamodb } from '../../../tools/test/setup/embedded-dynamodb.ts';
import { assembly, resourcesOf } from '../../setup/synthesized.ts';
import { context } from '../../setup/test-events.ts';
import { eventFiles, folderOf, readEvent } from '../events/event-files.ts';
import {
  actionOf,
  logRightsOf,
  type Policy,
  propertiesOf,
  resourceName,
  rightsGranted,
  rightUsed,
  roleOf,
  writtenIn,
} from './rights.ts';

// The region of the development tokens: Amazon's DynamoDB Local has other tables for each region.
vi.stubEnv('AWS_REGION', region);
const dynamodb = await startDynamodb();
const direct = new DynamoDBClient({ endpoint: dynamodb.url });
const store = await startDynamodbProxy({ store: dynamodb.url });
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
  const variables = { PLANTS_TABLE_NAME: 'Plants', TOKENS_TABLE_NAME: 'Tokens', ...endpoints };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  return newInstance(deployedFunction(assembly, id));
}

/** The actions that leave each item as it is. */
const reading = ['GetItem', 'BatchGetItem', 'Query', 'Scan', 'ConditionCheckItem', 'DescribeTable'];

/**
 * Whether a call can change an item that stays. IAM does not see the condition of a Put, so the call is sent again, when
 * another item is under its key.
 */
async function canChange({ headers, body }: Call): Promise<boolean> {
  const { table: TableName, name, key, itemsStay } = writtenIn(body);
  if (!itemsStay || reading.includes(actionOf(headers))) return false;
  if (actionOf(headers) !== 'PutItem' || key === undefined) return true;
  const Key = { [`${name}`]: key };
  const read = async () => (await direct.send(new GetItemCommand({ TableName, Key }))).Item;
  const before = await read();
  const Item = { ...before, ...Key, another: { S: 'item' } };
  await direct.send(new PutItemCommand({ TableName, Item }));
  await direct.send(new PutItemCommand(JSON.parse(body))).catch((error) => {
    if (error.name !== 'ConditionalCheckFailedException') throw error;
  });
  const isChanged = !isDeepStrictEqual(await read(), Item);
  if (before) await direct.send(new PutItemCommand({ TableName, Item: before }));
  return isChanged;
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

    const changing = new Set<string>();
    for (const call of store.calls) {
      if (await canChange(call)) for (const { right } of rightUsed(call)) changing.add(right);
    }
    const reason = 'functions/service.ts says that the items of this table stay as they are';
    expect([...changing], reason).toEqual([]);
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
