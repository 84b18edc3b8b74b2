import { createHash } from 'node:crypto';
import timers from 'node:timers/promises';
import { DeleteCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { isToken } from '../../../functions/authorize/token.ts';
import { tries } from '../../../functions/probe/probe.ts';
import { createProbeToken } from '../../../functions/probe/temporary-token.ts';
import { failedRunsMetric, functions } from '../../../functions/service.ts';
import { createDocumentClient } from '../../../functions/shared/document-client.ts';
import { probePlant, reserved } from '../../../functions/shared/reserved.ts';
import { exampleAnswer, path } from '../../../tools/test/setup/contract.ts';
import { type Hook, passOn, startDynamodbProxy } from '../../../tools/test/setup/dynamodb-proxy.ts';
import { startDynamodb } from '../../../tools/test/setup/embedded-dynamodb.ts';
import {
  allowed,
  probeEnvironment,
  refused,
  rightAnswers,
  send,
  startCloudWatch,
  taken,
} from '../../setup/cloudwatch.ts';

const dynamodb = await startDynamodb();
const aws = await startCloudWatch();
const documents = createDocumentClient({ maxAttempts: 1 });

const { Key, sent, other, fields } = probePlant;
/** With an attribute that the probe does not know. */
const stored = { ...Key, ...fields, createdBy: 'probe', createdAt: 'now' };
/** What the run returns. */
const right = {
  allowed: { status: 200, type: 'application/json', body: fields },
  refused: { status: 403, type: 'application/json', body: { message: 'Forbidden' } },
};
const anotherPlant = `200 application/json ${exampleAnswer()}`;
const beforeUnknown = rightAnswers.slice(0, 3);
/** The tokens that were sent, and what the tables held then, if a test looks. */
const requests: { readonly token: string; readonly held: unknown[][] }[] = [];
let answers: string[] = [];
/** What is stored for each body. */
let writes: Record<string, Record<string, unknown>> = {};
let looks = false;

/** Gives the answers of a test, whatever is stored. */
const gateway = await startDynamodbProxy({
  hook: async (response, _, { method, headers, path: called, body }) => {
    expect(`${method} ${called} ${headers['content-type']} ${headers['user-agent']}`).toBe(
      `POST ${path} application/json ${reserved.userAgent}`,
    );
    const token = String(headers.authorization).replace('Bearer ', '');
    requests.push({ token, held: looks ? [await itemsOf('Tokens'), await itemsOf('Plants')] : [] });
    const [answer = ''] = answers.splice(0, 1);
    if (writes[body]) await put(writes[body]);
    response.setHeader('location', path); // of a redirect
    if (answer === '') response.destroy();
    else send(response, answer.replaceAll('{token}', token));
  },
});

const pause = vi.spyOn(timers, 'setTimeout').mockResolvedValue(undefined);
const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
const error = vi.spyOn(console, 'error').mockImplementation(() => {});
beforeEach(async () => {
  requests.length = 0;
  aws.metrics.length = 0;
  writes = { [sent]: stored };
  for (const spy of [pause, warn, error]) spy.mockClear();
  await documents.send(new DeleteCommand({ TableName: 'Plants', Key }));
});
afterAll(async () => {
  for (const { stop } of [gateway, aws]) stop();
  documents.destroy();
  await dynamodb.stop();
});

async function itemsOf(TableName: string) {
  const { Items = [] } = await documents.send(new ScanCommand({ TableName }));
  return Items;
}

function put(Item: Record<string, unknown>) {
  return documents.send(new PutCommand({ TableName: 'Plants', Item }));
}

const scheduled = { namespace: 'PlantStore' };

/** A new instance with these variables. Returns a run that gets these answers, by hand or as the schedule starts it. */
async function instance(environment: Record<string, string> = {}) {
  const usual = { ...probeEnvironment(aws.url), AWS_ENDPOINT_URL_DYNAMODB: dynamodb.url };
  for (const [name, value] of Object.entries({ ...usual, ...environment })) vi.stubEnv(name, value);
  vi.resetModules();
  const { handler } = await import('../../../functions/probe/handler.ts');
  return (withAnswers: string[], event: { namespace?: string } = {}) => {
    answers = [...withAnswers];
    return handler({ url: gateway.url, ...event });
  };
}

/** An instance of which the store refuses one operation on one table, or with these words. */
async function instanceWithout(operation: string, table: string) {
  const hook: Hook = (response, apply, call) =>
    call.headers['x-amz-target'] === `DynamoDB_20120810.${operation}` && call.body.includes(table)
      ? response.writeHead(400, { 'x-amzn-requestid': 'proxy' }).end(denied)
      : passOn(response, apply, call);
  const store = await startDynamodbProxy({ store: dynamodb.url, hook });
  onTestFinished(store.stop);
  return instance({ AWS_ENDPOINT_URL_DYNAMODB: store.url });
}

const denied = '{"__type":"AccessDeniedException","message":"no right"}';

function withCause(message: unknown) {
  return expect.objectContaining({ cause: expect.objectContaining({ message }) });
}

describe('the probe', async () => {
  const unavailable = '400 application/json {"error":1006,"message":"later"}';
  const run = await instance();

  it('removes its plant, sends it twice, then another one, and then an unknown token', async () => {
    await put({ ...Key, createdBy: 'probe' }); // by a version that has fewer fields
    const before = Math.floor(Date.now() / 1000);
    looks = true;
    expect(await run(rightAnswers)).toEqual(right);
    looks = false;
    expect(requests.map(({ held }) => held[1])).toEqual([[], [stored], [stored], [stored]]);
    expect(warn).not.toHaveBeenCalled();
    expect(gateway.calls.map(({ body }) => body)).toEqual([sent, sent, other, sent]);
    const [first, second, third, unknown] = requests;
    expect([second?.token, third?.token]).toEqual([first?.token, first?.token]);
    expect(unknown?.token).not.toBe(first?.token);
    expect(unknown?.held[0]).toEqual([]);
    const [record, ...others] = Object(first?.held[0]);
    expect(others).toEqual([]);
    expect(record).toEqual({
      digest: createHash('sha256').update(String(first?.token)).digest('hex'),
      client: reserved.client,
      lastFour: first?.token.slice(-4),
      created: expect.any(Number),
      expires: expect.any(Number),
    });
    const life = record.expires - record.created;
    // Longer than a run, and too short for whoever finds the token.
    expect(life).toBeGreaterThan(30);
    expect(life).toBeLessThan(600);
    expect(record.created).toBeGreaterThanOrEqual(before);
    expect(record.created).toBeLessThanOrEqual(Date.now() / 1000);
  });

  it.each([
    ['no answer', ''],
    ['503', '503 application/json {"message":"Service Unavailable"}'],
    ['a long answer with its token', `500 text/html ${'Bearer {token} '.repeat(1_000)}`],
    ['1000', '400 application/json {"error":1000,"message":"sorry"}'],
    ['1006', unavailable],
  ])('tries later after %s, with another token, and fails if it comes again', async (_, wrong) => {
    const failures = Array(tries - 1).fill(wrong);
    expect(await run([...failures, ...rightAnswers])).toEqual(right);
    expect(pause).toHaveBeenCalledTimes(failures.length);
    // A run must end before the next one.
    expect(pause.mock.calls[0]?.[0]).toBeLessThan(30_000 / tries);
    expect(new Set(requests.map(({ token }) => token)).size).toBe(tries + 1);
    expect(warn).toHaveBeenCalledTimes(failures.length);
    const message = expect.stringContaining(JSON.stringify(right.allowed));
    expect(warn).toHaveBeenCalledWith(withCause(message));
    const log = JSON.stringify(warn.mock.calls);
    expect(log).not.toMatch(/plant_\w/);
    expect(log.length).toBeLessThan(5_000 * failures.length);
    await expect(run([allowed, wrong, ...failures])).rejects.toThrow(JSON.stringify(right.allowed));
    expect(await itemsOf('Tokens')).toEqual([]);
  });

  it.each([
    ['refuses a valid token', [refused], 'A valid token, the first time: expected'],
    ['refuses it the second time', [allowed, refused], 'second'],
    ['does not know its own plant', [allowed, taken], 'second'],
    ['calls the plant wrong', ['400 application/json {"error":1001,"message":""}'], '1001'],
    ['answers another plant', [anotherPlant], 'got {"status":200'],
    ['has another content type', [allowed.replace('application/json', 'text/plain')], 'text/plain'],
    ['refuses the second plant by 403', [allowed, allowed, refused], 'Another plant under its id'],
    ['lets everybody in', [allowed, allowed, taken, allowed], 'An unknown token: expected'],
  ])('fails at once if the service %s', async (_, wrong, message) => {
    await expect(run([...wrong, ...rightAnswers])).rejects.toThrow(message);
    expect(requests).toHaveLength(wrong.length);
    expect(pause).not.toHaveBeenCalled();
    expect(await itemsOf('Tokens')).toEqual([]);
  });

  it.each([
    ['has stored the other plant', [taken], 'A valid token, the first time: expected'],
    ['has removed the plant', [allowed, allowed, allowed], 'Another plant under its id: expected'],
  ])('asks again if another run %s, each at its own time', async (_, wrong, message) => {
    for (const share of [0, 1]) {
      vi.spyOn(Math, 'random').mockReturnValueOnce(share);
      expect(await run([...wrong, ...rightAnswers])).toEqual(right);
    }
    const [one = 0, other = 0] = pause.mock.calls.map(([wait]) => wait);
    expect(other).toBeGreaterThan(2 * one);
    // If it stays, the service is wrong: 2 rolls a release back.
    await expect(run(Array(tries).fill(wrong).flat(), scheduled)).rejects.toThrow(message);
    expect(aws.metrics).toMatchObject([{ MetricData: [{ Value: 2 }] }]);
  });

  const changed = { ...stored, [Object.keys(fields).at(-1) ?? '']: 'another' };
  it.each<[string, string[], string, typeof writes?]>([
    ['redirects', ['307 application/json '], '"status":307'],
    [
      'repeats the token',
      ['500 text/html {token}'],
      'got {"status":500,"type":"text/html","body":"(the token)"}',
    ],
    ['has other errors', ['400 application/json {"error":1006,"x":{"error":1004}}'], '1006'],
    ['refuses another plant otherwise', [allowed, allowed, unavailable], 'Another plant under'],
    ['refuses an unknown token otherwise', [...beforeUnknown, '500 text/html 200 '], '500'],
    ['writes nothing', beforeUnknown, 'got undefined', {}],
    ['loses a field', beforeUnknown, 'The stored ', { [sent]: { ...Key, createdBy: 'probe' } }],
    ['overwrites', beforeUnknown, 'The stored ', { [sent]: stored, [other]: changed }],
  ])('fails after the last try if the service %s', async (_, wrong, message, written = writes) => {
    await put(stored);
    writes = written;
    const each = Array(tries).fill(wrong).flat();
    await expect(run(each, scheduled)).rejects.toThrow(message);
    expect(requests).toHaveLength(each.length);
    expect(aws.metrics).toMatchObject([{ MetricData: [{ Value: 1 }] }]);
  });

  it('removes no plant of a client, even if it is the same', async () => {
    await put({ ...stored, createdBy: 'nursery' });
    await expect(run(rightAnswers)).rejects.toMatchObject({
      name: 'ConditionalCheckFailedException',
    });
    expect(requests).toEqual([]);
  });

  it('ends before the timeout of its function, however late each answer comes', async () => {
    const limit = vi.spyOn(AbortSignal, 'timeout');
    const longest = vi.spyOn(Math, 'random').mockReturnValue(1);
    onTestFinished(() => {
      for (const spy of [limit, longest]) spy.mockRestore();
    });
    const wrong = [...beforeUnknown, '500 text/html '];
    const each = Array(tries).fill(wrong).flat();
    await expect(run(each, scheduled)).rejects.toThrow('500');
    const waits = [...limit.mock.calls, ...pause.mock.calls].map(([wait = 0]) => wait);
    expect(waits.reduce((sum, wait) => sum + wait)).toBeLessThan(
      functions.Probe.timeoutSeconds * 1_000,
    );
  });

  it('fails if nothing answers in time', async () => {
    const { probeRun } = await import('../../../functions/probe/probe.ts');
    const { url, stop } = await startDynamodbProxy({ hook: () => {} });
    onTestFinished(stop);
    const store = { documents: { send: async () => ({}) }, plants: 'Plants', tokens: 'Tokens' };
    const run = probeRun(store as never, 100)({ url });
    await expect(run).rejects.toThrow('TimeoutError');
  });

  it('does not fail if it cannot delete its token, and logs why', async () => {
    const withoutDelete = await instanceWithout('DeleteItem', 'Tokens');
    expect(await withoutDelete(rightAnswers)).toEqual(right);
    expect(warn).toHaveBeenCalledWith(withCause('no right'));
    await expect(withoutDelete([refused])).rejects.toThrow('A valid token');
  });

  it.each([
    ['PutItem', 'Tokens'],
    ['DeleteItem', 'Plants'],
    // Another read could miss the plant that was just written.
    ['GetItem', '"ConsistentRead":true'],
  ])('fails after the last try without the right on %s of %s', async (operation, table) => {
    const without = await instanceWithout(operation, table);
    const each = Array(tries).fill(beforeUnknown).flat();
    await expect(without(each, scheduled)).rejects.toThrow('no right');
    expect(aws.metrics).toMatchObject([{ MetricData: [{ Value: 1 }] }]);
    expect(warn).toHaveBeenCalled();
  });
});

describe('the metric of failed runs', () => {
  const value = (Value: number) => ({
    Namespace: scheduled.namespace,
    MetricData: [{ MetricName: failedRunsMetric, Value }],
  });

  it('has a zero from the first right run of the schedule, and a value from each that fails', async () => {
    const run = await instance();
    // By hand: not counted.
    await run(rightAnswers);
    await expect(run([refused])).rejects.toThrow('A valid token');
    expect(aws.metrics).toEqual([]);
    await expect(run([refused], scheduled)).rejects.toThrow('A valid token');
    expect(await run(rightAnswers, scheduled)).toEqual(right);
    await run(rightAnswers, scheduled);
    await expect(run(Array(tries).fill(''), scheduled)).rejects.toThrow('A valid token');
    // A refusal, a 2, rolls a release back by itself. Otherwise a second run must fail.
    expect(aws.metrics).toEqual([value(2), value(0), value(1)]);
  });

  it('does not fail a right run if CloudWatch refuses it, and is written later', async () => {
    const run = await instance({ AWS_ACCESS_KEY_ID: 'another' });
    expect(await run(rightAnswers, scheduled)).toEqual(right);
    expect(error).toHaveBeenCalledExactlyOnceWith(withCause('or not signed by the keys'));
    await run(rightAnswers, scheduled);
    expect(error).toHaveBeenCalledTimes(2);
    // Nor does it hide why a run fails.
    await expect(run([refused], scheduled)).rejects.toThrow('A valid token');
  });

  it('does not wait without end for CloudWatch', async () => {
    const limit = new AbortController();
    const { url, stop } = await startDynamodbProxy({ hook: () => limit.abort() });
    onTestFinished(stop);
    const run = await instance({ AWS_ENDPOINT_URL_CLOUDWATCH: url });
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    onTestFinished(() => timeout.mockRestore());
    expect(await run(rightAnswers, scheduled)).toEqual(right);
    expect(error).toHaveBeenCalledExactlyOnceWith(withCause(expect.stringContaining('abort')));
  });
});

it('has tokens that Authorize accepts, with digests of the reserved range', () => {
  const tokens = [createProbeToken()];
  // The checksum of one token in 62 begins with a zero.
  while (tokens.at(-1)?.text.at(-6) !== '0') tokens.push(createProbeToken());
  for (const { text, digest } of tokens) {
    expect(text).toSatisfy(isToken);
    expect(digest.startsWith(reserved.digestPrefix)).toBe(true);
  }
});
