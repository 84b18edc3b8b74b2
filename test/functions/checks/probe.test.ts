import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import {
  DeleteItemCommand,
  DynamoDBClient,
  PutItemCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { isToken } from '../../../functions/authorize/token.ts';
import { newToken, type WithToken } from '../../../functions/checks/own-token.ts';
import { plantOfCheck, reservedIds } from '../../../functions/shared/own-plants.ts';
import { passOn, startDynamodbProxy } from '../../dynamodb-proxy.ts';
import { startDynamodb } from '../../embedded-dynamodb.ts';
import { collectGarbage } from '../../heap-in-use.ts';
import { path, plantAnswer, plantItem } from '../../plants.ts';
import { startReleaseAws } from '../../release-aws.ts';

const dynamodb = await startDynamodb();
const aws = await startReleaseAws();
const client = new DynamoDBClient({ endpoint: dynamodb.url });

interface Seen {
  readonly request: string;
  readonly token: string;
  readonly body: string;
  /** All tokens in the table at the time of the request. */
  readonly stored: readonly unknown[];
}

const { Key, sent, added: allowed, taken, fields } = plantOfCheck(reservedIds.probe);
const refused = '403 {"message":"Forbidden"}';
const right = [allowed, refused];
const wrong = [refused, refused];
const seen: Seen[] = [];
let answers: string[] = [];
const gateway = await startDynamodbProxy({
  hook: async (response, _, { method, path, headers, body }) => {
    seen.push({
      request: `${method} ${path} ${headers['content-type']} ${headers['user-agent']}`,
      token: String(headers.authorization).replace('Bearer ', ''),
      body,
      stored: await storedTokens(),
    });
    const [answer = ''] = answers.splice(0, 1);
    if (answer === '') response.destroy();
    else response.writeHead(Number(answer.slice(0, 3))).end(answer.slice(4));
  },
});

const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
const error = vi.spyOn(console, 'error').mockImplementation(() => {});
beforeEach(() => {
  seen.length = 0;
  aws.metrics.length = 0;
  for (const spy of [warn, error]) spy.mockClear();
});
afterAll(async () => {
  for (const { stop } of [gateway, aws]) stop();
  client.destroy();
  await dynamodb.stop();
});

async function storedTokens() {
  const { Items = [] } = await client.send(new ScanCommand({ TableName: 'Tokens' }));
  return Items;
}

const scheduled = { namespace: 'PlantStore' };

/** A new instance with these variables. Returns a run that gets these answers, by hand or as the schedule starts it. */
async function instance(environment: Record<string, string> = {}) {
  const usual = {
    PLANTS_TABLE_NAME: 'Plants',
    TOKENS_TABLE_NAME: 'Tokens',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_SESSION_TOKEN: 'session',
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb.url,
    AWS_ENDPOINT_URL_MONITORING: aws.url,
  };
  for (const [name, value] of Object.entries({ ...usual, ...environment })) vi.stubEnv(name, value);
  vi.resetModules();
  const { handler } = await import('../../../functions/checks/probe-handler.ts');
  return (withAnswers: string[], event: { namespace?: string } = {}) => {
    answers = [...withAnswers];
    return handler({ url: gateway.url, ...event });
  };
}

describe('the probe', () => {
  let run: Awaited<ReturnType<typeof instance>>;
  beforeAll(async () => {
    run = await instance();
  });

  it('sends its plant with a valid token, then with an unknown one', async () => {
    const before = Math.floor(Date.now() / 1000);
    expect(await run(right)).toEqual({ allowed, refused });
    expect(seen).toHaveLength(2);
    expect(warn).not.toHaveBeenCalled();
    for (const { request, body } of seen) {
      expect(request).toBe(`POST ${path} application/json plant-store-probe`);
      expect(body).toBe(sent);
    }
    const [valid, unknown] = seen;
    expect(unknown?.stored).toEqual([]);
    expect(unknown?.token).not.toBe(valid?.token);
    const digest = createHash('sha256').update(String(valid?.token)).digest('hex');
    const record = Object(valid?.stored[0]);
    expect(valid?.stored).toHaveLength(1);
    expect(record).toEqual({
      digest: { S: digest },
      client: { S: 'probe' },
      lastFour: { S: valid?.token.slice(-4) },
      created: { N: expect.any(String) },
      expires: { N: String(Number(record.created.N) + 60) },
    });
    expect(Number(record.created.N)).toBeGreaterThanOrEqual(before);
    expect(Number(record.created.N)).toBeLessThanOrEqual(Date.now() / 1000);
  });

  it('tries again if an answer is wrong, with another token, and logs why', async () => {
    await run([refused, ...right]);
    expect(new Set(seen.map(({ token }) => token)).size).toBe(3);
    const message = expect.stringMatching('^A valid token: ');
    expect(warn).toHaveBeenCalledExactlyOnceWith({ cause: expect.objectContaining({ message }) });
  });

  it.each([
    ['refuses the valid token', [refused], 'A valid token: expected .*, got "403 '],
    ['answers another plant', [`200 ${plantAnswer()}`], 'A valid token'],
    ['lets everybody in', [allowed, allowed], 'An unknown token: expected "403 .*, got "200 '],
    ['ends the connection', [''], 'A valid token: .*, got "no answer: SocketError: other side'],
  ])('fails if the service %s twice, and leaves no token', async (_, wrong, message) => {
    await expect(run([...wrong, ...wrong])).rejects.toThrow(new RegExp(message));
    expect(await storedTokens()).toEqual([]);
  });

  const storeUnderItsId = (other: object) => {
    const Item = { ...other, ...Key };
    return client.send(new PutItemCommand({ TableName: 'Plants', Item }));
  };

  it('is right if a client has stored a plant under its id', async () => {
    await storeUnderItsId(plantItem());
    expect(await run([taken, refused])).toEqual({ allowed: taken, refused });
    await expect(run(wrong)).rejects.toThrow('A valid token: expected "200 ');
  });

  it('fails if its own plant is refused, as if its id was taken', async () => {
    await client.send(new DeleteItemCommand({ TableName: 'Plants', Key }));
    await expect(run([taken, taken])).rejects.toThrow('A valid token: expected "200 ');
    await storeUnderItsId(fields);
    await expect(run([taken, taken])).rejects.toThrow('A valid token: expected "200 ');
  });

  it('fails if nothing answers in time, also after a garbage collection', async () => {
    const { probe } = await import('../../../functions/checks/probe.ts');
    const withToken: WithToken = (_, use) => use(newToken());
    const { url, stop } = await startDynamodbProxy({ hook: collectGarbage });
    onTestFinished(stop);
    const run = probe(withToken, async () => ({}), 300)({ url });
    await expect(run).rejects.toThrow('got "no answer: TimeoutError');
  });

  it('fails by its wrong answer, also if it cannot delete its token', async () => {
    const store = await startDynamodbProxy({
      store: dynamodb.url,
      hook: (response, apply, call) =>
        call.headers['x-amz-target'] === 'DynamoDB_20120810.DeleteItem'
          ? response.writeHead(403).end('no right')
          : passOn(response, apply, call),
    });
    onTestFinished(store.stop);
    const withoutDelete = await instance({ AWS_ENDPOINT_URL_DYNAMODB: store.url });
    await expect(withoutDelete(wrong)).rejects.toThrow('A valid token: expected "200 ');
    const message = 'DYNAMODB: 403 no right';
    expect(warn).toHaveBeenCalledWith({ cause: expect.objectContaining({ message }) });
    await expect(withoutDelete([allowed, allowed])).rejects.toThrow(message);
  });

  it('fails if the table of tokens cannot be written, after four attempts each', async () => {
    const hook = (response: ServerResponse) => response.writeHead(500).end('out of order');
    const store = await startDynamodbProxy({ hook });
    onTestFinished(store.stop);
    const withoutTable = await instance({ AWS_ENDPOINT_URL_DYNAMODB: store.url });
    // aws4fetch pauses for a random time.
    const random = vi.spyOn(Math, 'random').mockReturnValue(0);
    onTestFinished(() => random.mockRestore());
    await expect(withoutTable(right)).rejects.toThrow('DYNAMODB: 500 out of order');
    expect(store.calls.map(({ headers }) => headers['x-amz-target'])).toEqual(
      ['Put', 'Delete', 'Put', 'Delete'].flatMap((action) =>
        Array(4).fill(`DynamoDB_20120810.${action}Item`),
      ),
    );
    expect(seen).toEqual([]);
  });
});

describe('the metric of failed runs', () => {
  const value = (Value: number) => ({
    Namespace: 'PlantStore',
    MetricData: [{ MetricName: 'ProbeFailures', Value }],
  });
  it('has a zero from the first right run of an instance, and no value from the next', async () => {
    const run = await instance();
    expect(await run(right, scheduled)).toEqual({ allowed, refused });
    await run(right, scheduled);
    await run([refused, ...right], scheduled);
    expect(aws.metrics).toEqual([value(0)]);
  });

  it('has a one from each run that fails', async () => {
    const run = await instance();
    await expect(run(wrong, scheduled)).rejects.toThrow('A valid token: ');
    await expect(run(wrong, scheduled)).rejects.toThrow('A valid token: ');
    await run(right, scheduled);
    expect(aws.metrics).toEqual([value(1), value(1), value(0)]);
  });

  it('is written by runs of the schedule only', async () => {
    const run = await instance();
    await run(right);
    await expect(run(wrong)).rejects.toThrow('A valid token: ');
    expect(aws.metrics).toEqual([]);
    await run(right, scheduled);
    expect(aws.metrics).toEqual([value(0)]);
  });

  it('fails a run, again and again, if CloudWatch refuses the zero', async () => {
    const run = await instance({ AWS_SECRET_ACCESS_KEY: 'another' });
    for (let runs = 0; runs < 2; runs += 1) {
      await expect(run(right, scheduled)).rejects.toThrow('MONITORING: 403 The request signature');
    }
    expect(error).not.toHaveBeenCalled();
  });

  it('does not hide why a run fails if CloudWatch cannot be reached', async () => {
    const run = await instance({ AWS_ENDPOINT_URL_MONITORING: 'http://127.0.0.1:1' });
    await expect(run(wrong, scheduled)).rejects.toThrow('A valid token: ');
    const message = 'MONITORING: no answer: Error: bad port';
    expect(error).toHaveBeenCalledExactlyOnceWith({ cause: expect.objectContaining({ message }) });
  });
});

it('has tokens that Authorize accepts, with digests of the reserved range', () => {
  const tokens = Array.from({ length: 20 }, newToken);
  // The checksum of one token in 62 begins with a zero.
  for (let tries = 0; tokens.at(-1)?.text.at(-6) !== '0'; tries += 1) {
    expect(tries).toBeLessThan(2_000);
    tokens.push(newToken());
  }
  for (const { text: token, lastFour, digest } of tokens) {
    expect(token).toSatisfy(isToken);
    expect(lastFour).toBe(token.slice(-4));
    expect(digest).toBe(createHash('sha256').update(token).digest('hex'));
    expect(digest).toMatch(/^00/);
  }
});
