import { isDeepStrictEqual } from 'node:util';
import {
  type AttributeValue,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type FunctionName, functions, tables } from '../../../functions/service.ts';
import { probeIdentity } from '../../../functions/shared/probe-identity.ts';
import { probeItem } from '../../../functions/shared/probe-item.ts';
import { storeDevelopmentTokens } from '../../../tools/commands/development-token.ts';
import { region } from '../../../tools/local/events.ts';
import { deployedFunction, newInstance } from '../../../tools/test/setup/deployed-function.ts';
import { type Call, startDynamodbProxy } from '../../../tools/test/setup/dynamodb-proxy.ts';
import { startDynamodb } from '../../../tools/test/setup/embedded-dynamodb.ts';
import { startCloudWatch } from '../../functions/probe/cloudwatch.ts';
import { probeEnvironment, rightAnswers, send } from '../../functions/probe/probe-run.ts';
import {
  assembly,
  liveFunctions,
  type Resource,
  resourcesOf,
  template,
} from '../../setup/synthesized.ts';
import { context } from '../../setup/test-events.ts';
import { eventFiles, folderOf, readEvent } from '../events/event-files.ts';

interface Policy {
  readonly Statement: readonly Statement[];
}

interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string | [string]>>>>;
}

// The region of the development tokens: Amazon's DynamoDB Local has other tables for each region.
vi.stubEnv('AWS_REGION', region);
const dynamodb = await startDynamodb();
const direct = new DynamoDBClient({ endpoint: dynamodb.url });
const store = await startDynamodbProxy({ store: dynamodb.url });
const cloudWatch = await startCloudWatch();
// Answers the probe as the service does, and stores its plant.
const service = await startDynamodbProxy({
  hook: async (response) => {
    const Item = { ...probeItem.Key, ...probeItem.fields };
    await DynamoDBDocumentClient.from(direct).send(new PutCommand({ TableName: 'Plants', Item }));
    send(response, rightAnswers[service.calls.length - 1]);
  },
});
afterAll(async () => {
  for (const { stop } of [cloudWatch, service, store]) stop();
  await dynamodb.stop();
});
for (const level of ['info', 'warn', 'error'] as const) {
  vi.spyOn(console, level).mockImplementation(() => {});
}

function loaded(id: string, url: string) {
  // The first one is for a service that no function should call.
  const endpoints = { AWS_ENDPOINT_URL: url, AWS_ENDPOINT_URL_DYNAMODB: url };
  const variables = { ...probeEnvironment(cloudWatch.url), ...endpoints };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  return newInstance(deployedFunction(assembly, id));
}

/** The right that a signed call needs: an action on a resource. `key` is of a table's item, or the namespace of metrics. */
function rightUsed({ headers, body }: Call) {
  const [, service] =
    /Credential=\w+\/\d{8}\/[\w-]+\/([\w-]+)\//.exec(`${headers.authorization}`) ?? [];
  if (service === undefined) return [];
  const action = actionOf(headers);
  // CloudWatch signs as `monitoring`, and its rights have no resource.
  if (service === 'monitoring') {
    return [{ right: `cloudwatch:${action} on *`, key: JSON.parse(body).Namespace }];
  }
  const { table, key } = writtenIn(body);
  return [{ right: `${service}:${action} on ${table}`, key: Object.values(Object(key))[0] }];
}

function actionOf(headers: Call['headers']): string {
  const [, action = 'InvokeFunction'] = /\.(\w+)$/.exec(`${headers['x-amz-target']}`) ?? [];
  return action;
}

/** The table of a call to DynamoDB, and the key of its item in DynamoDB's own form. */
function writtenIn(body: string) {
  const { TableName: table, Key, Item } = JSON.parse(body);
  const { key: name, itemsStay } = allTables[table] ?? {};
  const key: AttributeValue | undefined = Object(Key ?? Item)[`${name}`];
  return { table, name, key, itemsStay };
}

const allTables: Readonly<Record<string, { readonly key: string; readonly itemsStay: boolean }>> =
  tables;

/** The actions that leave each item as it is. */
const reading = ['GetItem', 'BatchGetItem', 'Query', 'Scan', 'ConditionCheckItem', 'DescribeTable'];

/**
 * Whether a call can change an item that stays. IAM does not see the condition of a Put, so the call is sent again, when
 * another item is under its key.
 */
async function canChange({ headers, body }: Call): Promise<boolean> {
  const { table: TableName, name, key, itemsStay } = writtenIn(body);
  if (
    !itemsStay ||
    reading.includes(actionOf(headers)) ||
    Object.values(Object(key)).includes(probeIdentity.id)
  )
    return false;
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

function roleOf(functionId: string): string {
  return resourceName(propertiesOf(functionId)['Role']);
}

/** All rights that the template grants to a role, from each place where a policy can be. */
function rightsGranted(roleId: string) {
  const { ManagedPolicyArns = [], Policies = [] } = propertiesOf(roleId);
  // Nowhere else: service-stack.test.ts.
  expect(ManagedPolicyArns).toEqual([]);
  return (Policies as readonly { readonly PolicyDocument: Policy }[])
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .flatMap(({ Effect, Action, Resource, Condition = {} }) => {
      expect(Effect).toBe('Allow');
      const [pattern = '*'] = Object.values(Condition).flatMap(Object.values).flat();
      const onItems = {
        'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [pattern] },
        Null: { 'dynamodb:LeadingKeys': 'false' },
      };
      const onMetrics = { StringEquals: { 'cloudwatch:namespace': pattern } };
      expect([{}, Resource === '*' ? onMetrics : onItems]).toContainEqual(Condition);
      const keys = new RegExp(`^${pattern.replace('*', '.*')}$`);
      return [Action].flat().flatMap((action) =>
        [Resource].flat().map((one) => {
          return { right: `${action} on ${resourceName(one)}`, keys, pattern };
        }),
      );
    });
}

/** The logical id for an ARN of this stack, which is also the table's name here. Any other text as it is. */
function resourceName(resource: unknown): string {
  const { 'Fn::GetAtt': [id, attribute] = [], 'Fn::Join': [, parts] = [] } = Object(resource);
  if (parts) return parts.map(resourceName).join('');
  return attribute === 'Arn' ? `${id}` : `${resource}`;
}

function propertiesOf(id: string): Resource['Properties'] {
  const { Properties } = template.Resources[id] ?? {};
  if (Properties === undefined) throw new Error(`The template has no ${id}`);
  return Properties;
}

describe('the role of a function', () => {
  // The authorizer's events use every kind of token.
  beforeAll(() => storeDevelopmentTokens(new DynamoDBClient()));

  const tokens = `${probeIdentity.digestPrefix}*`;
  /** Events that use each right of a function, and the keys to which the rights are limited. */
  function usesOf(id: FunctionName): { events: unknown[]; keys: readonly string[] } {
    if (id !== 'Probe') {
      return { events: eventFiles(folderOf(id)).map((path) => readEvent(path)), keys: [] };
    }
    const keys = [tokens, tokens, probeIdentity.id, probeIdentity.id, 'PlantStore'];
    return { events: [{ url: service.url, namespace: 'PlantStore' }], keys };
  }

  it.each(Object.keys(functions) as FunctionName[])(
    '%s allows exactly its recorded calls and its log',
    async (id) => {
      const { events, keys } = usesOf(id);
      const handler = await loaded(id, store.url);
      for (const { calls } of [store, cloudWatch]) calls.length = 0;
      const answers = [];
      for (const event of events) answers.push(await handler(event, context()));
      if (id !== 'Probe')
        expect(answers.some(isSuccess), `events/${folderOf(id)} has a right one`).toBe(true);

      const used = [...store.calls, ...cloudWatch.calls].flatMap(rightUsed);
      expect(used.length).toBeGreaterThan(0);
      const { LogGroup } = propertiesOf(id)['LoggingConfig'] as { LogGroup: { Ref: string } };
      const byEveryFunction = ['CreateLogStream', 'PutLogEvents'].map(
        (name) => `logs:${name} on ${LogGroup.Ref}`,
      );
      const needed = new Set([...used.map(({ right }) => right), ...byEveryFunction]);
      const granted = rightsGranted(roleOf(id));
      // As lists, so that nothing is granted twice.
      expect(granted.map(({ right }) => right).toSorted()).toEqual([...needed].toSorted());
      expect(granted.map(({ pattern }) => pattern).filter((one) => one !== '*')).toEqual(keys);
      for (const { right, key } of used) {
        expect(`${key}`).toMatch(granted.find((one) => one.right === right)?.keys ?? /no right/);
      }

      const changing = new Set<string>();
      for (const call of store.calls) {
        if (await canChange(call)) for (const { right } of rightUsed(call)) changing.add(right);
      }
      const reason = 'functions/service.ts says that the items of this table stay as they are';
      expect([...changing], reason).toEqual([]);
    },
  );
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
    const { Principal, Condition } = Object(Statement[0]);
    const [service] = `${Object.values(Principal)}`.split('.');
    if (ofFunctions.includes(id)) expect(service).toBe('lambda');
    // The hash at its end says nothing.
    const named = [id.slice(0, -8), service, ...(Condition ? [Condition] : [])];
    const rights = rightsGranted(id).map(({ right }) => right);
    return ofFunctions.includes(id) ? [] : [[named, rights]];
  });
  // https://docs.aws.amazon.com/aws-managed-policy/latest/reference/AWSCodeDeployRoleForLambdaLimited.html
  const onAlias = ['GetAlias', 'GetProvisionedConcurrencyConfig', 'UpdateAlias'];
  const moves = (fn: string) => [
    ...onAlias.flatMap((name) => [`lambda:${name} on ${fn}`, `lambda:${name} on ${fn}:*`]),
    'cloudwatch:DescribeAlarms on *',
  ];
  const ofThisAccount = { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } };
  const right = [
    [['ProbeScheduleRole', 'scheduler', ofThisAccount], ['lambda:InvokeFunction on Probe']],
    ...liveFunctions.map((fn) => [[`Release${fn}Role`, 'codedeploy'], moves(fn)]),
  ];
  expect(new Set(others)).toEqual(new Set(right));
});
