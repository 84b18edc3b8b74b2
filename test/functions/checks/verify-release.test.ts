import {
  type AttributeValue,
  DeleteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ownPlant } from '../../../functions/checks/right-answer.ts';
import { newPlantFields } from '../../../functions/create-plant/contract.generated.ts';
import { plantOfCheck, reservedIds, wrongPlant } from '../../../functions/shared/own-plants.ts';
import { passOn, startDynamodbProxy } from '../../dynamodb-proxy.ts';
import { startDynamodb } from '../../embedded-dynamodb.ts';
import { plantItem } from '../../plants.ts';
import { hookEnvironment, startReleaseAws, versions } from '../../release-aws.ts';

const dynamodb = await startDynamodb();
let hook = passOn;
const tables = await startDynamodbProxy({
  store: dynamodb.url,
  hook: (...call) => hook(...call),
});
const aws = await startReleaseAws();
const client = new DynamoDBClient({ endpoint: dynamodb.url });
afterAll(async () => {
  for (const { stop } of [aws, tables]) stop();
  client.destroy();
  await dynamodb.stop();
});
const environment = { ...hookEnvironment(aws.url), AWS_ENDPOINT_URL_DYNAMODB: tables.url };
for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
const { handler: createPlant } = await import('../../../functions/create-plant/handler.ts');
const { handler: authorize } = await import('../../../functions/authorize/handler.ts');
// Loaded before the tests. Otherwise Stryker runs only the first one for the constants of its modules.
const { handler } = await import('../../../functions/checks/verify-release-handler.ts');

// The time limits of the functions never end, however busy the machine is.
vi.useFakeTimers({ toFake: ['setTimeout'] });
const info = vi.spyOn(console, 'info').mockImplementation(() => {});
const error = vi.spyOn(console, 'error').mockImplementation(() => {});
beforeEach(() => {
  hook = passOn;
  info.mockClear();
  error.mockClear();
  aws.invoked.length = 0;
  aws.reports.length = 0;
  aws.handlers.set(versions.createPlant, createPlant);
  aws.handlers.set(versions.authorize, authorize);
});

/** What the hook reports to CodeDeploy about these versions. */
async function verdict(): Promise<unknown> {
  await handler({ DeploymentId: 'd-EXAMPLE', LifecycleEventHookExecutionId: 'execution' });
  const [report, ...others] = aws.reports as { status: string }[];
  expect(others).toEqual([]);
  expect(report).toMatchObject({
    deploymentId: 'd-EXAMPLE',
    lifecycleEventHookExecutionId: 'execution',
  });
  return report?.status;
}

const { Key: key, fields, added, taken } = plantOfCheck(reservedIds.release);
async function storedPlant(): Promise<unknown> {
  const { Item } = await client.send(new GetItemCommand({ TableName: 'Plants', Key: key }));
  return Item;
}

async function expectNoToken(): Promise<void> {
  const { Items } = await client.send(new ScanCommand({ TableName: 'Tokens' }));
  expect(Items).toEqual([]);
}

describe('a release that answers rightly', () => {
  it('gets traffic, twice in a row', async () => {
    expect(await verdict()).toBe('Succeeded');
    aws.reports.length = 0;
    tables.calls.length = 0;
    expect(await verdict()).toBe('Succeeded');
    expect(new Set(aws.invoked)).toEqual(new Set(Object.values(versions)));
    expect(error).not.toHaveBeenCalled();
    await expectNoToken();
    // The plant of this check is stored, and a consistent read shows it.
    const reads = tables.calls.map(({ body }) => JSON.parse(body));
    const ofPlants = reads.filter(({ TableName }) => TableName === 'Plants');
    expect(ofPlants.at(-1)).toMatchObject({ ConsistentRead: true });
    expect(await storedPlant()).toEqual({ ...key, ...fields });
  });

  it('gets traffic if each connection of the check to the tables is reset once', async () => {
    const seen = new Set<string>();
    hook = (response, apply, call) => {
      const isRepeated = seen.has(call.body) || call.headers['user-agent'] !== 'node';
      seen.add(call.body);
      return isRepeated ? passOn(response, apply, call) : response.socket?.resetAndDestroy();
    };
    expect(await verdict()).toBe('Succeeded');
    expect(seen.size).toBeGreaterThan(6);
  });

  it('has marked its requests in the logs, so that no metric counts them as those of a client', async () => {
    await verdict();
    const requestId = 'verify-release';
    expect(info.mock.calls.map(([line]) => line)).toEqual([
      { refused: 'expired', requestId, client: 'probe' },
      { refused: 'unknown', requestId, client: undefined },
      expect.objectContaining({ error: 1003, requestId, client: 'probe' }),
    ]);
  });
});

it('the plant of a check has each field of a new plant', () => {
  expect(Object.keys(ownPlant('7', expect.fail).stored)).toEqual(newPlantFields);
});

// Each field must be in the condition under which the check deletes its plant.
describe.each(Object.keys(fields))('a plant without %s under the id of the check', (field) => {
  type Item = Record<string, AttributeValue>;
  const { [field]: _, ...ofClient }: Item = { ...key, ...fields };
  const store = (Item: Item) => client.send(new PutItemCommand({ TableName: 'Plants', Item }));
  const remove = () => client.send(new DeleteItemCommand({ TableName: 'Plants', Key: key }));
  beforeEach(() => store(ofClient));
  afterEach(remove);

  it('stays, and the release gets traffic', async () => {
    expect(await verdict()).toBe('Succeeded');
    expect(error).not.toHaveBeenCalled();
    expect(await storedPlant()).toEqual(ofClient);
  });

  it('stays if it comes in the middle of the check, by an earlier version', async () => {
    await remove();
    hook = async (...call) => {
      // The first one deletes the plant of an earlier check.
      if (call[2].body.includes('attribute_not_exists')) {
        hook = passOn;
        await store(ofClient);
      }
      await passOn(...call);
    };
    expect(await verdict()).toBe('Failed');
    expect(await storedPlant()).toEqual(ofClient);
  });

  it.each([
    ['answers 200', added, ofClient, 'A plant: '],
    ['overwrites it', taken, { ...plantItem(7, 'Moss'), ...key }, 'The stored plant: '],
  ])('lets no version pass that %s', async (_, answer, after, message) => {
    aws.handlers.set(versions.createPlant, async () => {
      await store(after);
      return { statusCode: Number(answer.slice(0, 3)), body: answer.slice(4) };
    });
    expect(await verdict()).toBe('Failed');
    expect(error).toHaveBeenCalledExactlyOnceWith({
      cause: expect.objectContaining({ message: expect.stringMatching(message) }),
    });
  });
});

describe('a release gets no traffic', () => {
  type Call = Parameters<typeof createPlant>;
  const answering = (answer: unknown) => () => answer;
  const failing = (message: string) => () => Promise.reject(new Error(message));
  const allowed = { isAuthorized: true, context: { client: 'probe', lastFour: 'abcd' } };
  const stored = { statusCode: 200, body: added.slice(4) };
  const allowing = (reason: string) => async (event: Parameters<typeof authorize>[0]) => {
    info.mockClear();
    const decision = await authorize(event);
    return info.mock.lastCall?.[0].refused === reason ? allowed : decision;
  };
  const rounding = (...[event, context]: Call) => {
    const body = `${event.body}`.replace(reservedIds.release, (id) => `${id.slice(0, -3)}000`);
    return createPlant({ ...event, body }, context);
  };
  const accepting = (...[event, context]: Call) =>
    event.body === wrongPlant ? stored : createPlant(event, context);

  it.each([
    ['authorize', 'refuses everybody', answering({ isAuthorized: false }), 'A valid token: '],
    ['authorize', 'names no client', answering({ isAuthorized: true }), 'A valid token: '],
    ['authorize', 'allows an expired token', allowing('expired'), 'An expired token: '],
    ['authorize', 'allows an unknown token', allowing('unknown'), 'An unknown token: '],
    ['createPlant', 'throws', failing('no table'), 'The function failed: .*no table'],
    ['createPlant', 'answers nothing', answering(null), 'Cannot destructure .* null'],
    ['createPlant', 'refuses every plant', answering({ statusCode: 400, body: '{}' }), 'A plant: '],
    ['createPlant', 'answers no plant', answering({ statusCode: 200, body: '{}' }), 'A plant: '],
    ['createPlant', 'stores nothing', answering(stored), 'The stored plant: .*, got undefined'],
    ['createPlant', 'rounds ids', rounding, 'The stored plant: .*, got undefined'],
    ['createPlant', 'accepts bad input', accepting, 'Bad input: expected .400,1003., got .200'],
  ] as const)('when %s %s', async (fn, _, wrong, message) => {
    // The plant of an earlier check proves nothing about this version.
    const Item = { ...key, ...fields };
    await client.send(new PutItemCommand({ TableName: 'Plants', Item }));
    aws.handlers.set(versions[fn], wrong);
    expect(await verdict()).toBe('Failed');
    expect(error).toHaveBeenCalledExactlyOnceWith({
      cause: expect.objectContaining({ message: expect.stringMatching(message) }),
    });
    await expectNoToken();
  });

  it('if AWS refuses the calls of the hook, and its log says why', async () => {
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'another');
    vi.resetModules();
    const stranger = await import('../../../functions/checks/verify-release-handler.ts');
    const event = { DeploymentId: 'd-EXAMPLE', LifecycleEventHookExecutionId: 'execution' };
    await expect(stranger.handler(event)).rejects.toThrow(
      'CODEDEPLOY: 403 The request signature does not match',
    );
    const message = 'LAMBDA: 403 The request signature does not match';
    expect(error).toHaveBeenCalledWith({ cause: expect.objectContaining({ message }) });
    expect(aws.reports).toEqual([]);
  });
});
