import { request as send } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import fc from 'fast-check';
import { afterAll, expect, it, vi } from 'vitest';
import { createPlantHandler } from '../../../functions/create-plant/create-plant.ts';
import { type AddPlant, plantStore } from '../../../functions/create-plant/plant-store.ts';
import { exactJson } from '../../../functions/http/answer.ts';
import { failures } from '../../../functions/http/failure.ts';
import { createDocumentClient } from '../../../functions/shared/document-client.ts';
import { bodyPart, exampleItem, exampleKey, keyOf } from '../../../tools/test/setup/contract.ts';
import { startDynamodb } from '../../../tools/test/setup/embedded-dynamodb.ts';
import { slow } from '../../../tools/test/setup/slow.ts';
import { example, similarExamples } from '../../examples.ts';
import { context, createPlantEvent } from '../../setup/test-events.ts';
import { contradictions, createHistory, plantText } from './history.ts';

const dynamodb = await startDynamodb();
const direct = new DynamoDBClient({ endpoint: dynamodb.url });
afterAll(async () => {
  direct.destroy();
  await dynamodb.stop();
});
for (const level of ['info', 'warn', 'error'] as const) {
  vi.spyOn(console, level).mockImplementation(() => {});
}
// The SDK's pauses between attempts take no time.
vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
vi.setTimerTickMode('nextTimerAsync');

type Client = ReturnType<typeof createDocumentClient>;

interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** `apply` brings the request to the store. */
type Fault = (apply: () => Promise<Answer>) => Promise<Answer>;

function networkError(code: string): Error {
  return Object.assign(new Error(code), { name: 'TimeoutError', code });
}

function refusal(statusCode: number, name: string): Answer {
  const body = Buffer.from(`{"__type":"com.amazonaws.dynamodb.v20120810#${name}","message":""}`);
  return { statusCode, headers: { 'x-amzn-requestid': 'store' }, body };
}

const none: Fault = (apply) => apply();
const lost: Fault = async (apply) => {
  await apply();
  throw networkError('ETIMEDOUT');
};

/** Requests that can still be on their way when their instance is killed, or has answered. */
const late: Promise<Answer>[] = [];

const faults: Readonly<Record<string, Fault>> = {
  none,
  'the request is lost': () => Promise.reject(networkError('ETIMEDOUT')),
  'the answer is lost': lost,
  'the request is late': (apply) => {
    late.push(new Promise((resolve) => setImmediate(() => resolve(apply()))));
    return Promise.reject(networkError('ETIMEDOUT'));
  },
  'the request arrives twice': (apply) => apply().then(apply),
  'the answer is cut': async (apply) => {
    const { body, ...rest } = await apply();
    return { ...rest, body: body.subarray(0, -1) };
  },
  'something else answers {}': async () => {
    return { statusCode: 200, headers: { 'x-amz-request-id': 'proxy' }, body: Buffer.from('{}') };
  },
  'the table is throttled': async () => refusal(400, 'ProvisionedThroughputExceededException'),
  'the store fails before the write': async () => refusal(500, 'InternalServerError'),
  'the store fails after the write': (apply) =>
    apply().then(() => refusal(500, 'InternalServerError')),
};

/** Sends an attempt of the SDK to the embedded DynamoDB. */
async function perform(headers: Record<string, string>, body: Uint8Array): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  send(dynamodb.url, { method: 'POST', headers }, async (answer) => {
    const kept = Object.entries(answer.headers).map(([name, value]) => [name, `${value}`]);
    const headers = Object.fromEntries(kept);
    resolve({ statusCode: answer.statusCode ?? 0, headers, body: await buffer(answer) });
  }).end(body);
  late.push(promise);
  return promise;
}

/** An instance of the function: its attempts have these faults, in turn. After the last one, it is killed or works. */
function startInstance(names: readonly string[], isKilled: boolean, addWith: AddWith) {
  const { promise: end, resolve: kill } = Promise.withResolvers<undefined>();
  const left = [...names];
  const client = createDocumentClient({ maxAttempts: 3 });
  const handle = async ({ headers, body }: { headers: Record<string, string>; body: Buffer }) => {
    const name = left.shift();
    if (name === undefined && isKilled) kill(undefined);
    const answer = await faults[name ?? 'none']?.(() => perform(headers, body));
    return { response: { ...answer, body: Readable.from([answer?.body]) } };
  };
  client.config.requestHandler = { metadata: { handlerProtocol: 'http/1.1' }, handle } as never;
  const handler = createPlantHandler(addWith(client));
  return (body: string) => Promise.race([handler(createPlantEvent(body), context()), end]);
}

type AddWith = (client: Client) => AddPlant;

const request = fc.record({
  id: fc.constantFrom(1, 2),
  fields: fc.constantFrom(...similarExamples.slice(0, 4)),
  faults: fc.array(fc.constantFrom(...Object.keys(faults)), { maxLength: 4 }),
  isKilled: fc.boolean(),
});
const story = fc.record({
  requests: fc.array(request, { minLength: 1, maxLength: 8 }),
  /** A plant with a field of a later version is there from the beginning. */
  isLater: fc.boolean(),
});

type Story = typeof story extends fc.Arbitrary<infer Value> ? Value : never;

let stories = 0;

async function expectPromises({ requests, isLater }: Story, addWith: AddWith): Promise<void> {
  stories += 1;
  // Other ids in each story: the tables stay.
  const idOf = (id: number) => stories * 10 + id;
  const keyText = (id: number) => keyOf(example(idOf(id)));
  const later = { ...exampleItem(idOf(1)), later: { S: 'x' } };
  if (isLater) await direct.send(new PutItemCommand({ TableName: 'Plants', Item: later }));
  const { creates, record } = createHistory();
  const answerTo = ({ id, fields, faults, isKilled }: (typeof requests)[number]) => {
    const sent = { ...example(idOf(id)), ...fields };
    const invoke = startInstance(faults, isKilled, addWith);
    return record(sent, async () => {
      const { statusCode = 0, body = '' } = (await invoke(exactJson(sent))) ?? {};
      return { status: statusCode, body };
    });
  };
  await Promise.all(requests.map(answerTo));
  await Promise.all(late.splice(0));
  const before = await heldBy(idOf);
  const known = new Map([...before].map(([id, { plant }]) => [id, plant]));
  // Without faults, each client learns what is stored, and changes nothing.
  for (const one of requests) {
    const { body } = await answerTo({ ...one, faults: [], isKilled: false });
    const text = plantText({ ...example(idOf(one.id)), ...one.fields });
    const held = known.get(keyText(one.id)) ?? text;
    known.set(keyText(one.id), held);
    expect(JSON.parse(body).error).toBe(held === text ? undefined : failures.idTaken.error);
  }
  const after = await heldBy(idOf);
  for (const [id, { item }] of before) expect(after.get(id)?.item).toEqual(item);
  if (isLater) expect(after.get(keyText(1))?.item).toEqual(later);
  const held = new Map([...after].map(([id, { plant }]) => [id, plant]));
  if (isLater) held.delete(keyText(1));
  const ours = creates.filter(({ id }) => !isLater || id !== keyText(1));
  expect(contradictions(ours, held)).toEqual([]);
}

/** The plants of a story in the table, by id. */
async function heldBy(idOf: (id: number) => number) {
  const read = async (id: number) => {
    const Key = exampleKey(idOf(id));
    const { Item } = await direct.send(new GetItemCommand({ TableName: 'Plants', Key }));
    const text = JSON.stringify(bodyPart(Item));
    return Item ? [[keyOf(example(idOf(id))), { plant: text, item: Item }]] : [];
  };
  const held = await Promise.all([1, 2].map(read));
  return new Map(held.flat() as [string, { plant: string; item: object }][]);
}

function check(addWith: AddWith, parameters: fc.Parameters<[Story]>) {
  return fc.check(
    fc.asyncProperty(story, (one) => expectPromises(one, addWith)),
    parameters,
  );
}

it('no fault, kill or lost answer breaks what PROTOCOL.md promises', slow, async () => {
  const result = await check((client) => plantStore(client, 'Plants'), { numRuns: 40 });
  expect(fc.defaultReportMessage(result)).toBeUndefined();
});

// So the faults reach the service, and a history that breaks a promise is noticed.
it('a service that takes a lost answer for a success is found', slow, async () => {
  const hopeful: AddWith = (client) => (plant, signal) =>
    plantStore(client, 'Plants')(plant, signal).catch((error) => {
      if (error.kind !== 'unavailable') throw error;
    });
  expect((await check(hopeful, { numRuns: 500, endOnFailure: true })).failed).toBe(true);
});
