import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FunctionName } from '../../../functions/service.ts';
import { probePlant, reserved } from '../../../functions/shared/reserved.ts';
import { storeDevelopmentTokens } from '../../../tools/commands/development-token.ts';
import { region } from '../../../tools/local/events.ts';
import { tableKey } from '../../../tools/test/setup/contract.ts';
import { deployedFunction, newInstance } from '../../../tools/test/setup/deployed-function.ts';
import { type Call, startDynamodbProxy } from '../../../tools/test/setup/dynamodb-proxy.ts';
import { startDynamodb } from '../../../tools/test/setup/embedded-dynamodb.ts';
import { probeEnvironment, rightAnswers, send, startCloudWatch } from '../../setup/cloudwatch.ts';
import {
  assembly,
  liveFunctions,
  type Resource,
  resourcesOf,
  template,
} from '../../setup/synthesized.ts';
import { context } from '../../setup/test-events.ts';
import { eventFiles, readEvent } from '../events/event-files.ts';

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
const documents = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint: dynamodb.url }));
const tables = await startDynamodbProxy({ store: dynamodb.url });
const cloudWatch = await startCloudWatch();
// Answers the probe as the service does, and stores its plant.
const service = await startDynamodbProxy({
  hook: async (response) => {
    const Item = { ...probePlant.Key, ...probePlant.fields };
    await documents.send(new PutCommand({ TableName: 'Plants', Item }));
    send(response, rightAnswers[service.calls.length - 1]);
  },
});
afterAll(async () => {
  for (const { stop } of [cloudWatch, service, tables]) stop();
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
  const action = String(headers['x-amz-target'] ?? 'InvokeFunction')
    .split('.')
    .at(-1);
  const { TableName, Key, Item, Namespace } = JSON.parse(body);
  // CloudWatch signs as `monitoring`, and its rights have no resource.
  if (service === 'monitoring') return [{ right: `cloudwatch:${action} on *`, key: Namespace }];
  const { [tableKey.AttributeName]: key, digest = key } = Object(Key ?? Item);
  return [{ right: `${service}:${action} on ${TableName}`, key: Object.values(Object(digest))[0] }];
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

  const tokens = `${reserved.digestPrefix}*`;
  const eventsOf = (folder: string) => eventFiles(folder).map((path) => readEvent(path));
  /** Events that use each right of a function, one of their results, and the keys to which the rights are limited. */
  const uses: Record<FunctionName, [events: unknown[], result: unknown, keys: string[]]> = {
    CreatePlant: [eventsOf('create-plant'), expect.objectContaining({ statusCode: 200 }), []],
    Authorize: [eventsOf('authorize'), expect.objectContaining({ isAuthorized: true }), []],
    Probe: [
      [{ url: service.url, namespace: 'PlantStore' }],
      expect.anything(),
      [tokens, tokens, reserved.id, reserved.id, 'PlantStore'],
    ],
  };
  it.each(Object.entries(uses))(
    '%s allows exactly its recorded calls and its log',
    async (id, [events, success, patterns]) => {
      const handler = await loaded(id, tables.url);
      for (const { calls } of [tables, cloudWatch]) calls.length = 0;
      const answers = [];
      for (const event of events) answers.push(await handler(event, context()));
      expect(answers).toContainEqual(success);

      const used = [...tables.calls, ...cloudWatch.calls].flatMap(rightUsed);
      expect(used.length).toBeGreaterThan(0);
      const { LogGroup } = propertiesOf(id)['LoggingConfig'] as { LogGroup: { Ref: string } };
      const byEveryFunction = ['CreateLogStream', 'PutLogEvents'].map(
        (name) => `logs:${name} on ${LogGroup.Ref}`,
      );
      const needed = new Set([...used.map(({ right }) => right), ...byEveryFunction]);
      const granted = rightsGranted(roleOf(id));
      // As lists, so that nothing is granted twice.
      expect(granted.map(({ right }) => right).toSorted()).toEqual([...needed].toSorted());
      expect(granted.map(({ pattern }) => pattern).filter((one) => one !== '*')).toEqual(patterns);
      for (const { right, key } of used) {
        expect(`${key}`).toMatch(granted.find((one) => one.right === right)?.keys ?? /no right/);
      }
    },
  );
});

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
