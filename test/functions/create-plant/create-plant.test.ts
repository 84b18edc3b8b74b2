import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createPlantHandler } from '../../../functions/create-plant/create-plant.ts';
import type { AddPlant } from '../../../functions/create-plant/plant-store.ts';
import { exactJson } from '../../../functions/http/answer.ts';
import { Failure, unexpected } from '../../../functions/http/failure.ts';
import { maxDepth, maxValues } from '../../../functions/http/json-body.ts';
import { exampleJson, key } from '../../../tools/test/setup/contract.ts';
import { example } from '../../examples.ts';
import { documented } from '../../setup/documented-failures.ts';
import { context, gatewayEvent } from '../../setup/test-events.ts';

const sent = exampleJson();
const sender = { requestId: 'ID0123456789abc=', client: 'nursery', lastFour: 'wXyZ' };
const never: AddPlant = () => new Promise(() => {});
const broken: AddPlant = () => Promise.reject(new RangeError('a bug'));
const logs = (['info', 'warn', 'error'] as const).map((level) =>
  vi.spyOn(console, level).mockImplementation(() => {}),
);
const [info, warn, error] = logs;

describe('createPlant', () => {
  afterEach(() => {
    for (const log of logs) log.mockClear();
  });

  it('gives the store only the plant, and logs nothing on success', async () => {
    const add = vi.fn<AddPlant>(async () => {});
    await createPlantHandler(add)(gatewayEvent(sent.replace('{', '{"unknown":1,')), context());
    expect(add).toHaveBeenCalledExactlyOnceWith(example(), expect.any(AbortSignal), {
      client: 'nursery',
      lastFour: 'wXyZ',
    });
    // Also no field that is undefined.
    expect(add.mock.calls[0]?.[0]).toStrictEqual(example());
    for (const log of logs) expect(log).not.toHaveBeenCalled();
  });

  // As `sam local invoke` can send them.
  it.each([
    ['no request context', { requestContext: undefined }],
    ['a request context without an authorizer', { requestContext: {} }],
    ['an authorizer without context', { requestContext: { authorizer: {} } }],
    ['a body in base64', { body: Buffer.from(sent).toString('base64'), isBase64Encoded: true }],
  ])('answers an event with %s', async (_, overrides) => {
    const event = gatewayEvent(sent, overrides as never);
    expect(await createPlantHandler(async () => {})(event, context())).toMatchObject({
      statusCode: 200,
    });
  });

  it('answers a bug with 1000, and logs it with its stack at ERROR', async () => {
    const answer = await createPlantHandler(broken)(gatewayEvent(sent), context());
    expect(answer).toStrictEqual({
      statusCode: 400,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ error: 1000, message: unexpected(undefined).message }),
    });
    const stack = expect.arrayContaining([expect.stringContaining('create-plant.test.ts')]);
    const cause = { name: 'RangeError', message: 'a bug', stack };
    const line = { error: 1000, reason: 'unexpected', ...sender, cause };
    expect(error).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(line));
  });

  it('answers 1006 before Lambda would end it, and stops the write', async () => {
    const signals: AbortSignal[] = [];
    const add: AddPlant = (plant, signal) => {
      signals.push(signal);
      return never(plant, signal);
    };
    // A timer that ends earlier comes first, however busy the machine is.
    const end = 1_000;
    const answer = createPlantHandler(add)(gatewayEvent(sent), context(end));
    const working = delay(end / 4, 'the store still has time');
    // On a third of a core (512 MB), the answer, its line in the log and a garbage collection take time.
    const late = delay(end - 250, 'Lambda ends the function before its answer');
    expect(await Promise.race([answer, working])).toBe(await working);
    expect(await Promise.race([answer, late])).toEqual({
      statusCode: 400,
      headers: { 'content-type': 'application/json', 'retry-after': '1' },
      body: expect.stringMatching(/^\{"error":1006,"message":"[^"]+"\}$/),
    });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ error: 1006, reason: 'unavailable', cause: 'out of time' }),
    );
  });

  it('logs why the store throttles', async () => {
    const throttlingReasons = [{ reason: 'TableWriteKeyRangeThroughputExceeded' }];
    const cause = Object.assign(new Error('slow down'), { throttlingReasons });
    const add: AddPlant = () => Promise.reject(new Failure('unavailable', 'later', cause));
    await createPlantHandler(add)(gatewayEvent(sent), context());
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ error: 1006, throttled: 'TableWriteKeyRangeThroughputExceeded' }),
    );
  });

  it("logs a client's failure at INFO, with its violations and nothing that was sent", async () => {
    const body = exactJson({ ...example(), [key]: ['secret'] });
    await createPlantHandler(never)(gatewayEvent(body), context());
    const cause = expect.stringMatching(`^${key} must be (?!.*(secret|;))`);
    const line = { error: 1003, reason: 'invalidRequest', ...sender, cause };
    expect(info).toHaveBeenCalledExactlyOnceWith(line);
  });

  it('logs why a body is not text, without the body', async () => {
    const event = gatewayEvent('Iv8i', { isBase64Encoded: true });
    const { body } = await createPlantHandler(never)(event, context());
    expect(JSON.parse(body)).toEqual({ error: 1001, message: expect.stringContaining('UTF-8') });
    const cause = expect.stringContaining('UTF-8');
    expect(info).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ error: 1001, cause }));
  });

  it('says of each body what is wrong with it', async () => {
    const messageTo = async (body: string | undefined) => {
      const answer = await createPlantHandler(never)(gatewayEvent(body), context());
      return JSON.parse(answer.body).message;
    };
    expect(await messageTo('{')).toBe(documented(1001).example.message);
    expect(await messageTo('')).toBe(await messageTo(undefined));
    const faults = [
      '',
      '{',
      '{"__proto__":1}',
      '['.repeat(maxDepth + 1),
      `[${'0,'.repeat(maxValues)}]`,
      'null',
    ];
    expect(new Set(await Promise.all(faults.map(messageTo))).size).toBe(faults.length);
  });

  it.each([
    ['no headers', { headers: undefined }, 1002],
    ['a header name as it was sent', { headers: { 'Content-Type': 'application/json' } }, 1001],
    ['a tab after its type', { headers: { 'content-type': 'application/json\t;' } }, 1001],
    ['a body of null', { body: null }, 1001],
    ['a body that is not text', { body: { id: 1 } }, 1001],
    ['no request context', { requestContext: undefined }, 1001],
    ['no authorizer', { requestContext: {} }, 1001],
    ['an authorizer without context', { requestContext: { authorizer: { lambda: null } } }, 1001],
  ])('survives an event with %s', async (_, overrides, code) => {
    const event = gatewayEvent(undefined, overrides as never);
    const answer = await createPlantHandler(never)(event, context());
    expect(answer.statusCode).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({ error: code });
  });

  it('answers an event of null', async () => {
    const { body } = await createPlantHandler(never)(null as never, context());
    expect(JSON.parse(body)).toMatchObject({ error: 1000 });
  });

  it.each(['a string', undefined])('answers a thrown %j as an error', async (thrown) => {
    const add: AddPlant = () => Promise.reject(thrown);
    const answer = await createPlantHandler(add)(gatewayEvent(sent), context());
    expect(JSON.parse(answer.body)).toMatchObject({ error: 1000 });
    expect(error).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ cause: thrown }));
  });
});
