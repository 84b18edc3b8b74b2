import { getEventListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type Attempt,
  type ClientOptions,
  GatewayRefusedError,
  type NewPlant,
  plantStoreClient,
  RefusedError,
} from '../../../../tools/contract/client/plant-store-client.ts';
import {
  type Answer as Described,
  failureTable,
  targetOf,
} from '../../../../tools/contract/contract.ts';
import { startDynamodbProxy } from '../../../dynamodb-proxy.ts';
import { contract, operation, path, plant, plantAnswer, plantJson } from '../../../plants.ts';

type Answer = (response: ServerResponse) => void;
type Refused = [title: string, answer: Answer, error: object];
const readme = readFileSync('tools/contract/client/README.md', 'utf8');
const longest = Number(/longer than (\d+) seconds/.exec(readme)?.[1]);
const fern = plant();

/** A service that gives one of these answers to each request, and keeps the requests. */
async function service(...answers: Answer[]) {
  let count = 0;
  const { url, calls, stop } = await startDynamodbProxy({
    hook: (response) => {
      (answers[count] ?? lose)(response);
      count += 1;
    },
  });
  onTestFinished(stop);
  return { url, received: calls };
}

function answer(
  status: number,
  body: string | object,
  headers: Record<string, string> = {},
): Answer {
  return (response) => {
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}
const lose: Answer = (response) => response.destroy();
const loseHalf: Answer = (response) => {
  response.writeHead(200, { 'content-length': '15' }).write('{"name":', () => response.destroy());
};
const silence: Answer = () => {};
const endless: Answer = (response) => {
  const more = (error?: unknown) =>
    error || response.destroyed || response.write(Buffer.alloc(65_536, ' '), more);
  more();
};
function named(next: Answer): Answer {
  return (response) => next(response.setHeader('apigw-requestid', 'AbCdEfGhIjKlMnO='));
}
function refusal(error: number, seconds = '0'): Answer {
  return answer(400, { error, message: `error ${error}` }, { 'retry-after': seconds });
}

function client(url: string | URL, options: Partial<ClientOptions> = {}) {
  return plantStoreClient({ url, token: 'plant_x', pauseMilliseconds: 1, ...options });
}

describe('plantStoreClient', () => {
  it('sends the token, more headers, and only the fields of the contract, also inherited ones', async () => {
    const own = { name: 'Fern', id: 2n ** 63n - 1n, toJSON: () => 7, more: 1 };
    const plant = Object.assign(Object.create({ tag: 'tree' }), own);
    const stored = { name: 'Fern', tag: 'tree' };
    const { url, received } = await service(...Array(3).fill(answer(200, stored)));
    // They replace neither the token nor the content type.
    const more = { 'User-Agent': 'nursery/1', Authorization: 'no', 'Content-Type': 'no' };
    expect(await client(new URL(url), { headers: more }).createPlant(plant)).toEqual(stored);
    await client(url).createPlant({ ...fern, tag: undefined });
    await client(url).createPlant({ id: -7n } as NewPlant);
    const headers = { authorization: 'Bearer plant_x', 'content-type': 'application/json' };
    const request = { method: 'POST', path, headers };
    expect(received[0]?.headers['user-agent']).toBe('nursery/1');
    expect(received).toMatchObject([
      { ...request, body: '{"id":9223372036854775807,"name":"Fern","tag":"tree"}' },
      { ...request, body: plantJson() },
      { ...request, body: '{"id":-7}' },
    ]);
  });

  it.each([7, '7', undefined])('refuses the id %o, which is not a bigint', async (id) => {
    const { url, received } = await service(answer(200, plantAnswer()));
    const adding = client(url).createPlant({ id, name: 'Fern' } as unknown as NewPlant);
    await expect(adding).rejects.toThrow(new TypeError('the id must be a bigint, such as 7n'));
    expect(received).toEqual([]);
  });

  it.each([
    ['a lost connection', lose],
    ['half an answer', loseHalf],
    ['1006', refusal(1006)],
    ['a page instead of JSON', answer(502, '<h1>Bad Gateway</h1>')],
    ['an empty 200', answer(200, '')],
    ['a page with 200', answer(200, '<h1>Welcome</h1>')],
    ['a 200 without a plant', answer(200, 'null')],
    ['a 200 with a tag that is not text', answer(200, { name: 'Fern', tag: 7 })],
    ['a Retry-After that has passed', refusal(1006, new Date(0).toUTCString())],
    ['a Retry-After that makes no sense', refusal(1006, 'soon')],
  ])('sends the same plant again after %s', async (_, first) => {
    const { url, received } = await service(first, first, answer(200, plantAnswer()));
    expect(await client(url).createPlant(fern)).toEqual(JSON.parse(plantAnswer()));
    expect(received.map(({ body }) => body)).toEqual(Array(3).fill(plantJson()));
  });

  it.each<Refused>([
    ['1003', refusal(1003), { name: 'RefusedError', error: 1003, message: 'error 1003' }],
    ['an error of later days', refusal(1999), { name: 'RefusedError', error: 1999, status: 400 }],
    [
      '403',
      answer(403, { message: 'Forbidden', error: 1003 }),
      { name: 'GatewayRefusedError', status: 403 },
    ],
    ['another 400', answer(400, { message: 'Bad Request' }), { status: 400 }],
    ['a redirect', answer(302, '', { location: '/' }), { message: 'the plant store answered 302' }],
    ...[
      ['in seconds', `${longest + 1}`, longest + 1],
      ['as a date', new Date(Date.now() + 3_600_000).toUTCString(), expect.closeTo(3600, -3)],
    ].map(
      ([how, time, retryAfterSeconds]): Refused => [
        `a Retry-After ${how}, which is too long`,
        refusal(1006, time),
        { error: 1006, retryable: true, retryAfterSeconds },
      ],
    ),
  ])('gives up immediately after %s', async (_, only, error) => {
    const { url, received } = await service(only);
    const failed = { attempts: 1, retryable: false, ...error };
    await expect(client(url).createPlant(fern)).rejects.toMatchObject(failed);
    expect(received.length).toBe(1);
  });

  it('gives up after so many attempts, with the last reason', async () => {
    const { url, received } = await service(lose, refusal(1000), refusal(1006));
    const adding = client(url, { attempts: 3 }).createPlant(fern);
    await expect(adding).rejects.toMatchObject({ error: 1006, attempts: 3 });
    expect(received.length).toBe(3);
  });

  it.each<[Answer, object, number?]>([
    [lose, { message: 'the plant store did not answer', status: undefined }],
    [loseHalf, { message: "the plant store's answer 200 cannot be read", status: 200 }],
    [endless, { cause: new RangeError('the body is longer than 1 MB'), status: 200 }],
    [silence, { cause: { name: 'TimeoutError' }, status: undefined }, 250],
  ])('gives the reason why no answer came: %o, %o', async (only, error, attemptMilliseconds) => {
    const { url } = await service(only);
    const adding = client(url, { attempts: 1, attemptMilliseconds }).createPlant(fern);
    const failed = { name: 'NoAnswerError', cause: expect.any(Error), ...error };
    await expect(adding).rejects.toMatchObject(failed);
  });

  it('reports each attempt with its request id, and leaves no listener on a signal', async () => {
    const answers = [lose, refusal(1006), answer(200, plantAnswer())].map(named);
    const { url } = await service(...answers);
    const attempts: Attempt[] = [];
    const { signal } = new AbortController();
    const reporting = client(url, { onAttempt: (attempt) => attempts.push(attempt) });
    await reporting.createPlant(fern, { signal });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    const [pauseMilliseconds, requestId] = [expect.any(Number), 'AbCdEfGhIjKlMnO='];
    expect(attempts).toMatchObject([
      { attempt: 1, plant: fern, status: undefined, requestId: undefined, pauseMilliseconds },
      { attempt: 2, status: 400, requestId, error: { error: 1006, requestId }, pauseMilliseconds },
      { attempt: 3, status: 200, requestId, error: undefined, pauseMilliseconds: undefined },
    ]);
  });

  it('waits at random, as its README says, and calls the function for the token each time', async () => {
    const rows = readme.matchAll(/^\| `(\w+)` \| .* \| ([\d,]+) \|$/gm);
    const defaults = Object.fromEntries(
      [...rows].map(([, name, n]) => [name, Number(n?.replace(',', ''))]),
    );
    const { attempts, attemptMilliseconds: patience = 0, pauseMilliseconds: pause = 0 } = defaults;
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const timer = vi.spyOn(globalThis, 'setTimeout');
    vi.spyOn(Math, 'random').mockReturnValue(0.25);
    onTestFinished(() => {
      vi.restoreAllMocks();
      vi.useRealTimers();
    });
    const refused = { error: 1006, message: '' };
    const later = { status: 400, headers: { 'retry-after': `${longest}` } };
    const fetch = vi.fn(async (_: URL, __: RequestInit) => Response.json(refused, later));
    const lost = new TypeError('fetch failed');
    fetch.mockRejectedValueOnce(lost).mockRejectedValueOnce(lost);
    const tokens = ['plant_1', 'plant_2\n', 'plant_3', 'plant_4'];
    const onAttempt = vi.fn();
    const options = { url: 'http://a', token: async () => tokens.shift() ?? '', fetch, onAttempt };
    const adding = plantStoreClient(options).createPlant(fern);
    const failed = expect(adding).rejects.toMatchObject({ error: 1006, attempts });
    await vi.runAllTimersAsync();
    await failed;
    const pauses = [pause / 4, pause / 2, longest * 1_000, undefined];
    expect(onAttempt.mock.calls.map(([{ pauseMilliseconds }]) => pauseMilliseconds)).toEqual(
      pauses,
    );
    const waits = timer.mock.calls.map(([, milliseconds]) => milliseconds);
    // One limit for the token and one for the answer, before each pause.
    const limits = [patience, patience];
    const ours = new Set([patience, ...pauses]);
    const expected = pauses.flatMap((wait) => [...limits, wait ?? []].flat());
    expect(waits.filter((wait) => ours.has(wait))).toEqual(expected);
    const sent = fetch.mock.calls.map(([, { headers }]) =>
      new Headers(headers).get('authorization'),
    );
    expect(sent).toEqual([1, 2, 3, 4].map((count) => `Bearer plant_${count}`));
  });

  it('reads a character that comes in two parts', async () => {
    const text = plantAnswer(7, '🌿');
    const bytes = Buffer.from(text);
    const middle = bytes.indexOf('🌿') + 2;
    const body = () => ReadableStream.from([bytes.subarray(0, middle), bytes.subarray(middle)]);
    const adding = client('http://a', { fetch: async () => new Response(body()) }).createPlant(
      fern,
    );
    expect(await adding).toEqual(JSON.parse(text));
  });

  it('ends with the error of a function that logs the attempts', async () => {
    const { url } = await service(answer(200, plantAnswer()), lose);
    for (const _ of ['a plant', 'no answer']) {
      const onAttempt = () => Promise.reject(new Error('no log'));
      await expect(client(url, { onAttempt }).createPlant(fern)).rejects.toThrow('no log');
    }
  });

  it.each([
    ['fails', () => Promise.reject(new Error('no secret')), 'no secret'],
    ['returns no token', () => '', 'the token must be text of ASCII characters'],
    ['never returns', () => new Promise<string>(() => {}), 'the token did not come in time'],
  ])('sends nothing if the function for the token %s', async (_, token, message) => {
    const { url, received } = await service(answer(200, plantAnswer()));
    const adding = client(url, { token, attemptMilliseconds: 50 }).createPlant(fern);
    await expect(adding).rejects.toThrow(message);
    expect(received).toEqual([]);
  });

  it.each([
    ['an answer', silence],
    ['a retry', refusal(1006, '20')],
  ])('stops waiting for %s when the signal aborts', async (_, first) => {
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    const { url, received } = await service((response) => {
      first(response);
      resolve();
    });
    const controller = new AbortController();
    const adding = client(url).createPlant(fern, { signal: controller.signal });
    await asked;
    controller.abort(new Error('enough'));
    await expect(adding).rejects.toThrow('enough');
    expect(received.length).toBe(1);
  });

  it('sends nothing if the signal has aborted', async () => {
    const { url, received } = await service();
    const adding = client(url).createPlant(fern, { signal: AbortSignal.abort() });
    await expect(adding).rejects.toMatchObject({ name: 'AbortError' });
    expect(received).toEqual([]);
  });
});

describe('retryable', () => {
  it.each(failureTable(contract))('is what the contract says: $error, $advice', (failure) => {
    expect(new RefusedError(failure, 1).retryable).toBe(failure.advice.startsWith('retry'));
  });

  it.each(Object.entries(operation.responses))('is what the contract says: %s', (code, answer) => {
    const status = Number(code);
    const { description } = targetOf<Described>(contract, answer);
    const error = new GatewayRefusedError({ message: '' }, 1, new Response('', { status }));
    expect(error.retryable).toBe(/\bretry\b/.test(description));
  });
});
