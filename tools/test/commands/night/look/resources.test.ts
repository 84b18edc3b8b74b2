import { expect, it } from 'vitest';
import { routes } from '../../../../../functions/service.ts';
import {
  optionalSettings,
  synthesizedWith,
  template as templateWithoutDomain,
} from '../../../../../test/setup/synthesized.ts';
import { createAsking } from '../../../../commands/night/look/asking.ts';
import { shellLine } from '../../../../commands/night/look/command.ts';
import { expectedResources, propertyAt } from '../../../../commands/night/look/expected.ts';
import type { Finding } from '../../../../commands/night/look/finding.ts';
import { judgeResources } from '../../../../commands/night/look/judge-resources.ts';
import { kinds } from '../../../../commands/night/look/kinds/all-kinds.ts';
import { isComputed } from '../../../../commands/night/look/template-value.ts';
import { askStage } from '../../../../shared/stage/stage.ts';
import { useAwsModel } from '../../../setup/aws-model/use-aws-model.ts';
import { patience, slow } from '../../../setup/slow.ts';
import { expectChapters, expectCommands, isPlayable, play } from './mending.ts';

const { template } = await synthesizedWith(optionalSettings);
const { model, clients } = await useAwsModel({ template });
const stage = await askStage(clients, 'PlantStore');
const resources = expectedResources(stage);

/** What is found about one resource, after AWS was asked for it only. */
async function findingsOf(
  logicalId: string,
  asking = createAsking(clients, patience),
  ofStage = stage,
) {
  const expected = resources.find((one) => one.logicalId === logicalId) ?? expect.fail();
  const { type, physicalId = expect.fail() } = expected;
  const kind = kinds.get(type) ?? expect.fail(`nothing knows ${type}`);
  const answer = await kind.ask(asking, { ...expected, physicalId });
  expect(asking.unanswered).toEqual(new Map());
  return judgeResources(ofStage, [{ expected, answer }]);
}

it('each resource of a stage is well after its deploy', slow, async () => {
  const asking = createAsking(clients, patience);
  for (const { logicalId } of resources) expect(await findingsOf(logicalId, asking)).toEqual([]);
});

it('each value with which a resource is compared is known', () => {
  const unknown = resources.flatMap(({ logicalId, type, properties }) => {
    const paths = Object.keys(kinds.get(type)?.properties ?? {});
    return paths
      .filter((path) => !isComputed(propertyAt(properties, path)))
      .map((path) => [logicalId, path]);
  });
  expect(unknown).toEqual([]);
});

it.each(resources.map(({ logicalId }) => logicalId))('%s was deleted', async (logicalId) => {
  model.state.resources = model.state.resources.filter((one) => one.logicalId !== logicalId);
  const found = await findingsOf(logicalId);
  expect(found).toMatchObject([{ about: logicalId }]);
  await mend(logicalId, found);
});

/** Runs the commands that are printed beside a finding. Afterwards, all must be well. */
async function mend(logicalId: string, found: readonly Finding[]): Promise<void> {
  expectChapters(found);
  const commands = found.flatMap((one) => one.commands);
  await expectCommands(commands);
  if (!commands.every(isPlayable)) return;
  for (const command of commands) await play(command);
  expect(await findingsOf(logicalId)).toEqual([]);
}

/** Each property at which a kind of resource looks, at the first and the last resource of the kind: a live function, and the probe. */
const properties = [...kinds].flatMap(([type, kind]) => {
  const all = resources.filter((one) => one.type === type);
  const [first = expect.fail(`no ${type}`)] = all;
  const last = type === 'AWS::Lambda::Function' ? (all.at(-1) ?? first) : first;
  // This one depends on the stage: see below.
  const paths = Object.keys(kind.properties).filter((one) => one !== 'DisableExecuteApiEndpoint');
  return [...new Set([first, last])].flatMap(({ logicalId }) =>
    paths.map((path) => [logicalId, path] as const),
  );
});

it.each(properties)('%s has another %s', async (logicalId, path) => {
  change(logicalId, path);
  const found = await findingsOf(logicalId);
  expect(found).toMatchObject([{ about: logicalId, property: path }]);
  await mend(logicalId, found);
});

it('only the owner of a domain may switch off the address of AWS', async () => {
  const { logicalId } =
    resources.find(({ type }) => type === 'AWS::ApiGatewayV2::Api') ?? expect.fail('no API');
  change(logicalId, 'DisableExecuteApiEndpoint');
  expect(await findingsOf(logicalId)).toEqual([]);
  const withoutDomain = { ...stage, template: templateWithoutDomain };
  const found = await findingsOf(logicalId, createAsking(clients, patience), withoutDomain);
  expect(found).toMatchObject([{ about: logicalId, property: 'DisableExecuteApiEndpoint' }]);
  await mend(logicalId, found);
  const mended = await findingsOf(logicalId, createAsking(clients, patience), withoutDomain);
  expect(mended).toEqual([]);
});

function change(logicalId: string, path: string): void {
  const { state } = model;
  if (logicalId === 'DeployedCommit') state.commits.push({ value: 'other', time: state.now });
  const names = path.split('.');
  const last = names.pop() ?? '';
  let place = state.resources.find((one) => one.logicalId === logicalId)?.properties;
  for (const name of names) {
    place[name] ??= {};
    place = place[name];
  }
  place[last] = otherValues[path] ?? otherThan(place[last]);
}

const [{ method, path: routePath }] = routes;

const otherValues: Readonly<Record<string, unknown>> = {
  'DeadLetterConfig.TargetArn': 'arn:aws:sqs:eu-central-1:123456789012:dead',
  Layers: ['arn:aws:lambda:eu-central-1:123456789012:layer:other:1'],
  DisableExecuteApiEndpoint: true,
  EndDate: new Date(),
  MutualTlsAuthentication: { TruststoreUri: 's3://store/clients.pem' },
  ReservedConcurrentExecutions: 0,
  RouteSettings: { [`${method} ${routePath}`]: { ThrottlingRateLimit: 1 } },
  StartDate: new Date(),
  TimeToLiveSpecification: { AttributeName: 'other', Enabled: true },
  'VpcConfig.SecurityGroupIds': ['sg-1'],
  'VpcConfig.SubnetIds': ['subnet-1'],
  'WriteOnDemandThroughputSettings.MaxWriteRequestUnits': 1,
};

/** A value of the same form. */
function otherThan(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return value.slice(1);
  return typeof value === 'object' && value !== null ? {} : 'other';
}

it('decisions that came with another time are forgotten', async () => {
  const [one = expect.fail('no authorizer')] = model.state.resources.filter(
    ({ type }) => type === 'AWS::ApiGatewayV2::Authorizer',
  );
  change(one.logicalId, 'AuthorizerResultTtlInSeconds');
  await mend(one.logicalId, await findingsOf(one.logicalId));
  expect(model.state.resetCaches).toBe(1);
});

it('a variable more is a difference, and its value is not printed', async () => {
  const [fn = expect.fail()] = model.state.resources.filter(
    ({ type }) => type === 'AWS::Lambda::Function',
  );
  fn.properties.Environment.Variables.NODE_OPTIONS = 'secret';
  const found = await findingsOf(fn.logicalId);
  expect(found).toMatchObject([{ property: 'Environment.Variables' }]);
  expect(found[0]?.detail).toBe('These differ in Environment.Variables: NODE_OPTIONS.');
});

/** What is found after a change of the first resource of a type. */
// biome-ignore lint/suspicious/noExplicitAny: each type has other properties.
async function detailAfter(type: string, change: (properties: any) => void) {
  const [one = expect.fail(`no ${type}`)] = model.state.resources.filter(
    (resource) => resource.type === type,
  );
  change(one.properties);
  return (await findingsOf(one.logicalId)).map(({ detail }) => detail);
}

it('of the fields of a log, only those that differ are printed', async () => {
  let missing = '';
  const details = await detailAfter('AWS::ApiGatewayV2::Stage', ({ AccessLogSettings }) => {
    const fields = Object.entries(JSON.parse(AccessLogSettings.Format));
    missing = `${fields.pop()?.join(' ')}`;
    const others = Object.fromEntries([...fields, ['other', '$context.path']]);
    AccessLogSettings.Format = JSON.stringify(others);
  });
  const lists = `missing: ${missing}; too much: other $context.path.`;
  expect(details).toEqual([`In AccessLogSettings.Format, ${lists}`]);
});

it('of the rights of a role, only those that differ are printed', async () => {
  let missing = '';
  const details = await detailAfter('AWS::IAM::Role', ({ Policies: [{ PolicyDocument }] }) => {
    const [statement] = PolicyDocument.Statement;
    const [first, ...others] = [statement.Action].flat();
    missing = `Action ${first}`;
    statement.Action = [...others, 'dynamodb:Scan'];
    // AWS adds names in many places, so that this one is no difference.
    statement.Sid = 'added';
  });
  expect(details).toEqual([`In Policies, missing: ${missing}; too much: Action dynamodb:Scan.`]);
});

it('of a long text, only what comes after its same beginning is printed', async () => {
  const details = await detailAfter('AWS::CloudWatch::CompositeAlarm', (properties) => {
    properties.AlarmRule += ' OR FALSE';
  });
  expect(details).toEqual([expect.stringMatching(/^AlarmRule is ….{1,100} OR FALSE", and ….+$/)]);
});

it.each([
  ['12', ['--to 13', 'deploy ']],
  ['14', ['--to 13']],
])('an alias with the version %s can go back to the deployed one', async (version, commands) => {
  const [alias = expect.fail()] = model.state.resources.filter(
    ({ type }) => type === 'AWS::Lambda::Alias',
  );
  alias.properties.FunctionVersion = version;
  const found = await findingsOf(alias.logicalId);
  const mending = found.flatMap((one) => one.commands);
  expect(mending.map(shellLine)).toEqual(commands.map((one) => expect.stringContaining(one)));
  await play(mending[0] ?? expect.fail());
  expect(await findingsOf(alias.logicalId)).toEqual([]);
});
