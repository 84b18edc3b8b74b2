import { createHash } from 'node:crypto';
import timers from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { allowedAnswer, tries } from '../../../functions/probe/probe.ts';
import { functions } from '../../../functions/service.ts';
import { probeIdentity } from '../../../functions/shared/probe-identity.ts';
import { probeItem } from '../../../functions/shared/probe-item.ts';
import { failedRunsMetric } from '../../../functions/shared/probe-severity.ts';
import { exampleAnswer, path } from '../../../tools/test/setup/contract.ts';
import { startRecordingProxy } from '../../../tools/test/setup/recording-proxy.ts';
import { allowedText, refusedText, rightAnswers, takenText } from './probe-run.ts';
import { credentials, type Scenario, startScenarios, stored } from './scenario.ts';

const { aws, gateway, requests, itemsOf, put, instance, instanceWithout, reset, stop } =
  await startScenarios();

const { Key, sent, other, fields } = probeItem;
const resultOfRun = {
  allowed: allowedAnswer,
  refused: { status: 403, type: 'application/json', body: { message: 'Forbidden' } },
};
const anotherPlant = `200 application/json ${exampleAnswer()}`;
const beforeUnknown = rightAnswers.slice(0, 3);
const scheduled = { namespace: 'PlantStore' };

const pause = vi.spyOn(timers, 'setTimeout').mockResolvedValue(undefined);
/** The limits that the probe has set. They end when a test says so: on a busy machine, each answer is late. */
const limits: { readonly milliseconds: number; readonly end: () => void }[] = [];
vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
  const controller = new AbortController();
  const end = () => controller.abort(new DOMException('too late', 'TimeoutError'));
  limits.push({ milliseconds, end });
  return controller.signal;
});
const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
const error = vi.spyOn(console, 'error').mockImplementation(() => {});
beforeEach(async () => {
  limits.length = 0;
  for (const spy of [pause, warn, error]) spy.mockClear();
  await reset();
});
afterAll(stop);

/** What the probe logs of an answer that it got. */
function logged(answer = ''): string {
  const [status, type, ...words] = answer.split(' ');
  const text = words.join(' ');
  const body = type === 'application/json' ? JSON.parse(text) : text;
  return JSON.stringify({ status: Number(status), type, body });
}

/**
 * The message begins with what was asked, such as `A valid token, the second time`, and not with the answer: the same answer
 * can be right for one request and wrong for another.
 */
const saysWhatWasAsked = /^\w/;

function withCause(message: unknown) {
  return expect.objectContaining({ cause: expect.objectContaining({ message }) });
}

describe('the probe', () => {
  const unavailable = '400 application/json {"error":1006,"message":"later"}';
  const run = instance();

  it('removes its plant, sends it twice, then another one, and then an unknown token', async () => {
    await put({ ...Key, createdBy: 'probe' }); // by a version that has fewer fields
    const before = Math.floor(Date.now() / 1000);
    expect(await run({ answers: rightAnswers, isWatched: true })).toEqual(resultOfRun);
    expect(requests.map(({ held }) => held[1])).toEqual([[], [stored], [stored], [stored]]);
    expect(warn).not.toHaveBeenCalled();
    expect(gateway.calls.map(({ body }) => body)).toEqual([sent, sent, other, sent]);
    for (const { method, path: called, headers } of gateway.calls) {
      expect({ method, called }).toEqual({ method: 'POST', called: path });
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        // A firewall can let it through by this name.
        'user-agent': probeIdentity.userAgent,
      });
    }
    const [first, second, third, unknown] = requests;
    expect([second?.token, third?.token]).toEqual([first?.token, first?.token]);
    expect(unknown?.token).not.toBe(first?.token);
    expect(unknown?.held[0]).toEqual([]);
    const [record, ...others] = Object(first?.held[0]);
    expect(others).toEqual([]);
    expect(record).toEqual({
      digest: createHash('sha256').update(String(first?.token)).digest('hex'),
      client: probeIdentity.client,
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
    ['a long answer with its token', `500 text/html ${'Bearer {token} '.repeat(1_000)}`],
    ['1006', unavailable],
  ])('tries later after %s, with another token, and fails if it comes again', async (_, wrong) => {
    const failures = Array(tries - 1).fill(wrong);
    expect(await run({ answers: [...failures, ...rightAnswers] })).toEqual(resultOfRun);
    expect(pause).toHaveBeenCalledTimes(failures.length);
    // A run must end before the next one.
    expect(pause.mock.calls[0]?.[0]).toBeLessThan(30_000 / tries);
    expect(new Set(requests.map(({ token }) => token)).size).toBe(tries + 1);
    expect(warn).toHaveBeenCalledTimes(failures.length);
    const message = expect.stringContaining(JSON.stringify(resultOfRun.allowed));
    expect(warn).toHaveBeenCalledWith(withCause(message));
    const log = JSON.stringify(warn.mock.calls);
    expect(log).not.toMatch(/plant_\w/);
    expect(log.length).toBeLessThan(5_000 * failures.length);
    await expect(run({ answers: [allowedText, wrong, ...failures] })).rejects.toThrow(
      JSON.stringify(resultOfRun.allowed),
    );
    expect(await itemsOf('Tokens')).toEqual([]);
  });

  it.each([
    ['refuses a valid token', [refusedText]],
    ['refuses it the second time', [allowedText, refusedText]],
    ['does not know its own plant', [allowedText, takenText]],
    ['calls the plant wrong', ['400 application/json {"error":1001,"message":""}']],
    ['answers another plant', [anotherPlant]],
    ['refuses the second plant by 403', [allowedText, allowedText, refusedText]],
    ['lets everybody in', [allowedText, allowedText, takenText, allowedText]],
    ['lets everybody in, to another plant', [allowedText, allowedText, takenText, takenText]],
  ])('fails at once if the service %s', async (_, wrong) => {
    const failure = run({ answers: [...wrong, ...rightAnswers], ...scheduled });
    await expect(failure).rejects.toThrow(logged(wrong.at(-1)));
    await expect(failure).rejects.toThrow(saysWhatWasAsked);
    expect(requests).toHaveLength(wrong.length);
    expect(pause).not.toHaveBeenCalled();
    expect(aws.metrics).toMatchObject([{ MetricData: [{ Value: 2 }] }]);
    expect(await itemsOf('Tokens')).toEqual([]);
  });

  const beforeOther = [allowedText, allowedText];
  const html = 'text/html <h1>Access denied</h1>';
  // Two failed runs roll a release back, and not one. wrong-answer.test.ts has more of these answers.
  it.each([
    ['403 with a page', [`403 ${html}`]],
    [
      'our plant with another content type',
      [allowedText.replace('application/json', 'text/plain')],
    ],
    ['a redirect', ['307 text/html ']],
    ['200 with a page, for another plant', [...beforeOther, `200 ${html}`]],
    ['200 with a page, for an unknown token', [...beforeUnknown, `200 ${html}`]],
  ])('fails after the last try, not for certain, by %s', async (_, wrong) => {
    const each = Array(tries).fill(wrong).flat();
    const status = String(wrong.at(-1)?.slice(0, 3));
    await expect(run({ answers: each, ...scheduled })).rejects.toThrow(`{"status":${status},`);
    expect(requests).toHaveLength(each.length);
    expect(aws.metrics).toMatchObject([{ MetricData: [{ Value: 1 }] }]);
  });

  const throttled = '429 application/json {"message":"Too Many Requests"}';
  it.each([
    ['at once', [throttled]],
    ['the second time', [allowedText, throttled]],
    ['for another plant', [...beforeOther, throttled]],
    ['for an unknown token', [...beforeUnknown, throttled]],
  ])('does not fail if 429 comes in its last try %s', async (_, wrong) => {
    const each = ['', ...Array(tries - 1).fill(wrong)].flat();
    const run = instance();
    expect(await run({ answers: each, ...scheduled })).toBeUndefined();
    expect(requests).toHaveLength(each.length);
    expect(aws.metrics).toEqual([]);
    expect(warn).toHaveBeenCalledTimes(tries);
    expect(warn).toHaveBeenLastCalledWith(withCause(expect.stringContaining(logged(throttled))));
  });

  it('fails by 429 if it is called by hand', async () => {
    await expect(run({ answers: Array(tries).fill(throttled) })).rejects.toThrow(logged(throttled));
  });

  it('fails if 429 comes in each try but the last', async () => {
    const each = [...Array(tries - 1).fill(throttled), ''];
    await expect(run({ answers: each, ...scheduled })).rejects.toThrow();
    expect(aws.metrics).toMatchObject([{ MetricData: [{ Value: 1 }] }]);
  });

  it.each([
    ['has stored the other plant', [takenText]],
    ['has removed the plant', [allowedText, allowedText, allowedText]],
  ])('asks again if another run %s, each at its own time', async (_, wrong) => {
    for (const share of [0, 1]) {
      vi.spyOn(Math, 'random').mockReturnValueOnce(share);
      expect(await run({ answers: [...wrong, ...rightAnswers] })).toEqual(resultOfRun);
    }
    const [one = 0, other = 0] = pause.mock.calls.map(([wait]) => wait);
    expect(other).toBeGreaterThan(2 * one);
    // If it stays, the service is wrong: 2 rolls a release back.
    const each = Array(tries).fill(wrong).flat();
    await expect(run({ answers: each, ...scheduled })).rejects.toThrow(logged(wrong.at(-1)));
    expect(aws.metrics).toMatchObject([{ MetricData: [{ Value: 2 }] }]);
  });

  it('does not log its token, if an answer repeats it', async () => {
    const wrong = Array(tries).fill('500 text/html {token}');
    await expect(run({ answers: wrong })).rejects.toThrow(logged('500 text/html (the token)'));
  });

  const [field] = Object.values<unknown>(fields);
  const [lastField = ''] = Object.keys(fields).slice(-1);
  it.each<[string, unknown, NonNullable<Scenario['writes']>]>([
    ['writes nothing', field, {}],
    ['loses a field', field, { [sent]: { ...Key, createdBy: 'probe' } }],
    ['overwrites', 'another', { [sent]: stored, [other]: { ...stored, [lastField]: 'another' } }],
  ])('fails after the last try if the service %s, and logs %s', async (_, value, written) => {
    await put(stored);
    const each = Array(tries).fill(beforeUnknown).flat();
    const failure = run({ answers: each, writes: written, ...scheduled });
    await expect(failure).rejects.toThrow(JSON.stringify(value));
    await expect(failure).rejects.toThrow(saysWhatWasAsked);
    expect(requests).toHaveLength(each.length);
    expect(aws.metrics).toMatchObject([{ MetricData: [{ Value: 1 }] }]);
  });

  it('removes no plant of a client, even if it is the same', async () => {
    await put({ ...stored, createdBy: 'nursery' });
    await expect(run({ answers: rightAnswers })).rejects.toMatchObject({
      name: 'ConditionalCheckFailedException',
    });
    expect(requests).toEqual([]);
  });

  it('ends before the timeout of its function, however late each answer comes', async () => {
    const longest = vi.spyOn(Math, 'random').mockReturnValue(1);
    onTestFinished(() => longest.mockRestore());
    const wrong = [...beforeUnknown, '500 text/html '];
    const each = Array(tries).fill(wrong).flat();
    await expect(run({ answers: each, ...scheduled })).rejects.toThrow();
    const pauses = pause.mock.calls.map(([wait = 0]) => wait);
    const waits = [...limits.map(({ milliseconds }) => milliseconds), ...pauses];
    expect(waits.reduce((sum, wait) => sum + wait)).toBeLessThan(
      functions.Probe.timeoutSeconds * 1_000,
    );
  });

  it('fails if nothing answers in time', async () => {
    const { url, stop } = await startRecordingProxy({ hook: () => limits.at(-1)?.end() });
    onTestFinished(stop);
    await expect(run({ answers: [], ...scheduled, url })).rejects.toThrow('TimeoutError');
    expect(aws.metrics).toMatchObject([{ MetricData: [{ Value: 1 }] }]);
  });

  it('does not fail if it cannot delete its token, and logs why', async () => {
    const withoutDelete = await instanceWithout('DeleteItem', 'Tokens');
    expect(await withoutDelete({ answers: rightAnswers })).toEqual(resultOfRun);
    expect(warn).toHaveBeenCalledWith(withCause('no right'));
    await expect(withoutDelete({ answers: [refusedText] })).rejects.toThrow(logged(refusedText));
  });

  it.each([
    ['store its token', 'PutItem', 'Tokens'],
    ['delete its plant', 'DeleteItem', 'Plants'],
    // Another read could miss the plant that was just written.
    ['read its plant consistently', 'GetItem', '"ConsistentRead":true'],
  ])('fails after the last try if it may not %s', async (_, operation, words) => {
    const without = await instanceWithout(operation, words);
    const each = Array(tries).fill(beforeUnknown).flat();
    await expect(without({ answers: each, ...scheduled })).rejects.toThrow('no right');
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
    const run = instance();
    // By hand: not counted.
    await run({ answers: rightAnswers });
    await expect(run({ answers: [refusedText] })).rejects.toThrow(logged(refusedText));
    expect(aws.metrics).toEqual([]);
    await expect(run({ answers: [refusedText], ...scheduled })).rejects.toThrow(
      logged(refusedText),
    );
    expect(await run({ answers: rightAnswers, ...scheduled })).toEqual(resultOfRun);
    await run({ answers: rightAnswers, ...scheduled });
    await expect(run({ answers: Array(tries).fill(''), ...scheduled })).rejects.toThrow();
    // A refusal, a 2, rolls a release back by itself. Otherwise a second run must fail.
    expect(aws.metrics).toEqual([value(2), value(0), value(1)]);
  });

  it('does not fail a right run if CloudWatch refuses it, and is written later', async () => {
    const run = instance(undefined, { credentials: { ...credentials, accessKeyId: 'another' } });
    expect(await run({ answers: rightAnswers, ...scheduled })).toEqual(resultOfRun);
    expect(error).toHaveBeenCalledExactlyOnceWith(withCause('or not signed by the keys'));
    await run({ answers: rightAnswers, ...scheduled });
    expect(error).toHaveBeenCalledTimes(2);
    // Nor does it hide why a run fails.
    await expect(run({ answers: [refusedText], ...scheduled })).rejects.toThrow(
      logged(refusedText),
    );
  });

  it('does not wait without end for CloudWatch', async () => {
    const { url, stop } = await startRecordingProxy({ hook: () => limits.at(-1)?.end() });
    onTestFinished(stop);
    const run = instance(undefined, { endpoint: url });
    expect(await run({ answers: rightAnswers, ...scheduled })).toEqual(resultOfRun);
    expect(error).toHaveBeenCalledExactlyOnceWith(withCause(expect.stringContaining('abort')));
  });
});
