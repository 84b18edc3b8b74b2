import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { storeDevelopmentTokens } from '../../../infra/commands/development-token.ts';
import { region } from '../../../infra/local/template/fake-account.ts';
import { startDynamodb } from '../../embedded-dynamodb.ts';
import { context } from '../../events.ts';
import { type Resource, resourcesOf, template } from '../../synthesized.ts';
import { bundledHandler } from '../events/bundled-function.ts';
import { eventFiles, readEvent } from '../events/event-files.ts';
import { recordCalls } from './recorded-calls.ts';

interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
}

// The region of the development tokens: Amazon's DynamoDB Local has other tables for each region.
vi.stubEnv('AWS_REGION', region);
const dynamodb = await startDynamodb();
const aws = await recordCalls(dynamodb.url);
afterAll(async () => {
  await aws.stop();
  await dynamodb.stop();
});
for (const level of ['info', 'warn', 'error'] as const) {
  vi.spyOn(console, level).mockImplementation(() => {});
}

/** The calls that a bundled function makes while it answers each of its events. */
async function callsOf(id: string, folder: string, success: object): Promise<Set<string>> {
  const handler = bundledHandler(id, {
    AWS_ENDPOINT_URL: aws.url,
    AWS_ENDPOINT_URL_DYNAMODB: aws.url,
    PLANTS_TABLE_NAME: 'Plants',
    TOKENS_TABLE_NAME: 'Tokens',
  });
  aws.calls.length = 0;
  const answers = [];
  for (const event of eventFiles(folder)) {
    answers.push(await handler(readEvent(event), context()));
  }
  expect(answers).toContainEqual(expect.objectContaining(success));
  return new Set(aws.calls.map(({ action, table }) => JSON.stringify([action, table])));
}

/** All actions that the template grants to the role of a function. */
function rightsOf(id: string): Set<string> {
  const roleId = String(resourceName(propertiesOf(id)['Role']));
  const { ManagedPolicyArns = [], Policies = [] } = propertiesOf(roleId);
  expect({ ManagedPolicyArns, Policies }).toEqual({ ManagedPolicyArns: [], Policies: [] });
  const attached = ['AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy', 'AWS::IAM::RolePolicy']
    .flatMap((type) => Object.values(resourcesOf(type)))
    .filter((policy) => JSON.stringify(policy.Properties).includes(`{"Ref":"${roleId}"}`));
  const rights = attached.flatMap(statementsOf).flatMap(({ Effect, Action, Resource }) => {
    expect(Effect).toBe('Allow');
    return [Action].flat().map((action) => JSON.stringify([action, resourceName(Resource)]));
  });
  expect(rights, 'nothing is granted twice').toHaveLength(new Set(rights).size);
  return new Set(rights);
}

function statementsOf({ Properties }: Resource): readonly Statement[] {
  return (Properties['PolicyDocument'] as { Statement: readonly Statement[] }).Statement;
}

/** The logical id in an ARN of this stack, which is the name of the table here; other values are returned unchanged. */
function resourceName(resource: unknown): unknown {
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

  it.each([
    ['CreatePlant', 'create-plant', { statusCode: 200 }],
    ['Authorize', 'authorize', { isAuthorized: true }],
  ])('%s allows exactly its recorded calls, logs and traces', async (id, folder, success) => {
    const called = await callsOf(id, folder, success);
    expect(called.size).toBeGreaterThan(0);
    const byEveryFunction = [
      ['logs:CreateLogStream', logsOf(id)],
      ['logs:PutLogEvents', logsOf(id)],
      ['xray:PutTelemetryRecords', '*'],
      ['xray:PutTraceSegments', '*'],
    ].map((right) => JSON.stringify(right));
    expect(rightsOf(id)).toEqual(new Set([...called, ...byEveryFunction]));
  });
});

it('calls of other kinds are also recorded', async () => {
  aws.calls.length = 0;
  const client = new DynamoDBClient({ endpoint: aws.url });
  await client.send(new DescribeTableCommand({ TableName: 'Tokens' }));
  expect(aws.calls).toEqual([{ action: 'dynamodb:DescribeTable', table: 'Tokens' }]);
  client.destroy();
});
