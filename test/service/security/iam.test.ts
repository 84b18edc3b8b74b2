import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { storeDevelopmentTokens } from '../../../infra/commands/development-token.ts';
import { region } from '../../../infra/local/template/fake-account.ts';
import { type Call, startDynamodbProxy } from '../../dynamodb-proxy.ts';
import { startDynamodb } from '../../embedded-dynamodb.ts';
import { context } from '../../events.ts';
import { hookEnvironment, startReleaseAws, versions } from '../../release-aws.ts';
import { type Resource, resourcesOf, template } from '../../synthesized.ts';
import { bundledHandler } from '../events/bundled-function.ts';
import { eventFiles, readEvent } from '../events/event-files.ts';

interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string | [string]>>>>;
}

// The region of the development tokens: Amazon's DynamoDB Local has other tables for each region.
vi.stubEnv('AWS_REGION', region);
const dynamodb = await startDynamodb();
const tables = await startDynamodbProxy({ store: dynamodb.url });
const release = await startReleaseAws();
const releaseAws = await startDynamodbProxy({ store: ({ path }) => release.url + path });
// Answers the probe as the service does: first 200, then 403.
const service = await startDynamodbProxy({
  hook: (response) => {
    if (service.calls.length % 2 === 0) response.writeHead(403).end('{"message":"Forbidden"}');
    else response.end('{"name":"probe","tag":"always the same"}');
  },
});
afterAll(async () => {
  for (const { stop } of [release, releaseAws, service, tables]) stop();
  await dynamodb.stop();
});
for (const level of ['info', 'warn', 'error'] as const) {
  vi.spyOn(console, level).mockImplementation(() => {});
}

function loaded(id: string, dynamodbUrl: string) {
  return bundledHandler(id, {
    ...hookEnvironment(releaseAws.url),
    AWS_ENDPOINT_URL: dynamodbUrl,
    AWS_ENDPOINT_URL_DYNAMODB: dynamodbUrl,
  });
}

function eventsOf(folder: string): object[] {
  return eventFiles(folder).map((path) => readEvent(path));
}

/** The rights that a bundled function needs while it answers each of its events. */
async function rightsUsed(id: string, events: readonly object[], success: unknown) {
  const handler = loaded(id, tables.url);
  tables.calls.length = 0;
  releaseAws.calls.length = 0;
  const answers = [];
  for (const event of events) answers.push(await handler(event, context()));
  expect(answers).toContainEqual(success);
  const used = [...tables.calls, ...releaseAws.calls].flatMap(rightOf);
  for (const { action, table, key } of used) {
    const allowed = keyPattern(id, action, table);
    if (allowed !== undefined) expect(key).toMatch(new RegExp(`^${allowed.replace('*', '.*')}$`));
  }
  return new Set(used.map(({ action, table }) => JSON.stringify([action, table])));
}

/** The right that a signed call needs: an action, such as `dynamodb:PutItem`, on a table and a key or a namespace. */
function rightOf({ headers, body }: Call) {
  const [, service] =
    /Credential=\w+\/\d{8}\/[\w-]+\/([\w-]+)\//.exec(`${headers.authorization}`) ?? [];
  if (service === undefined) return [];
  const target = String(headers['x-amz-target'] ?? 'InvokeFunction');
  const action = target.split('.').at(-1);
  const { TableName: table, Key, Item, Namespace } = JSON.parse(body);
  // CloudWatch signs as `monitoring`, and its rights have no resource.
  if (service === 'monitoring')
    return [{ action: `cloudwatch:${action}`, table: '*', key: Namespace }];
  const { id, digest } = Object(Key ?? Item);
  return [{ action: `${service}:${action}`, table, key: id?.N ?? digest?.S }];
}

/** The keys of a table, or the namespace of metrics, to which a right is limited. */
function keyPattern(id: string, action: string, table: unknown): string | undefined {
  const [right] = policiesOf(id)
    .flatMap(statementsOf)
    .filter(({ Action, Resource }) => Action.includes(action) && resourceName(Resource) === table);
  const [value] = Object.values(right?.Condition ?? {})
    .flatMap(Object.values)
    .flat();
  return value;
}

/** All policies of a function's role, from each place in the template where one can be. */
function policiesOf(id: string): readonly Resource[] {
  const roleId = String(resourceName(propertiesOf(id)['Role']));
  const { ManagedPolicyArns = [], Policies = [] } = propertiesOf(roleId);
  expect({ ManagedPolicyArns, Policies }).toEqual({ ManagedPolicyArns: [], Policies: [] });
  return ['AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy', 'AWS::IAM::RolePolicy']
    .flatMap((type) => Object.values(resourcesOf(type)))
    .filter((policy) => JSON.stringify(policy.Properties).includes(`{"Ref":"${roleId}"}`));
}

/** All actions that the template grants to the role of a function. */
function rightsOf(id: string): Set<string> {
  const rights = policiesOf(id)
    .flatMap(statementsOf)
    .flatMap(({ Effect, Action, Resource }) => {
      expect(Effect).toBe('Allow');
      return [Action].flat().map((action) => JSON.stringify([action, resourceName(Resource)]));
    });
  expect(rights, 'nothing is granted twice').toHaveLength(new Set(rights).size);
  return new Set(rights);
}

function statementsOf({ Properties }: Resource): readonly Statement[] {
  return (Properties['PolicyDocument'] as { Statement: readonly Statement[] }).Statement;
}

/**
 * The logical id for an ARN of this stack, which is also the table's name here. Undefined for several: those of the
 * hook are in test/infra/stack/release.test.ts. Any other value as it is.
 */
function resourceName(resource: unknown): unknown {
  if (Array.isArray(resource)) return undefined;
  const [id, attribute] = (resource as { 'Fn::GetAtt'?: string[] })['Fn::GetAtt'] ?? [];
  return attribute === 'Arn' ? id : resource;
}

function logsOf(id: string): string {
  return (propertiesOf(id)['LoggingConfig'] as { LogGroup: { Ref: string } }).LogGroup.Ref;
}

function propertiesOf(id: string): Resource['Properties'] {
  const { Properties } = template.Resources[id] ?? {};
  if (Properties === undefined) throw new Error(`The template has no ${id}`);
  return Properties;
}

describe('the role of a function', () => {
  // The authorizer's events use every kind of token.
  beforeAll(() => storeDevelopmentTokens(new DynamoDBClient(), 'Tokens'));

  // The hook calls these. The SDK reads the URL of its store at its first call.
  beforeAll(async () => {
    const createPlant = loaded('CreatePlant', dynamodb.url);
    await createPlant(readEvent('create-plant/valid.json'), context());
    const authorize = loaded('Authorize', dynamodb.url);
    await authorize(readEvent('authorize/valid.json'));
    release.handlers.set(versions.createPlant, createPlant);
    release.handlers.set(versions.authorize, authorize);
  });

  it.each([
    ['CreatePlant', eventsOf('create-plant'), expect.objectContaining({ statusCode: 200 })],
    ['Authorize', eventsOf('authorize'), expect.objectContaining({ isAuthorized: true })],
    ['Probe', [{ url: service.url, namespace: 'PlantStore' }], expect.anything()],
    ['VerifyRelease', eventsOf('verify-release'), undefined],
  ])(
    '%s allows exactly its recorded calls, its log and its traces',
    async (id, events, success) => {
      const called = await rightsUsed(id, events, success);
      expect(called.size).toBeGreaterThan(0);
      const byEveryFunction = [
        ['logs:CreateLogStream', logsOf(id)],
        ['logs:PutLogEvents', logsOf(id)],
        ['xray:PutTelemetryRecords', '*'],
        ['xray:PutTraceSegments', '*'],
      ].map((right) => JSON.stringify(right));
      expect(rightsOf(id)).toEqual(new Set([...called, ...byEveryFunction]));
    },
  );
});

it('a call of another kind would also be recorded', async () => {
  tables.calls.length = 0;
  const client = new DynamoDBClient({ endpoint: tables.url });
  await client.send(new DescribeTableCommand({ TableName: 'Tokens' }));
  const expected = [{ action: 'dynamodb:DescribeTable', table: 'Tokens' }];
  expect(tables.calls.flatMap(rightOf)).toEqual(expected);
  client.destroy();
});
