import { getEventListeners } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { RefusedError } from '../../../../infra/contract/client/client-error.ts';
import {
  type ClientOptions,
  type NewPlant,
  plantStoreClient,
} from '../../../../infra/contract/client/plant-store-client.ts';
import { contractText, parseContract } from '../../../../infra/contract/contract.ts';
import { failureTable } from '../../../../infra/contract/failure-table.ts';

type Answer = (response: ServerResponse) => void;
const fern = { id: 7n, name: 'Fern' };
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A service that gives these answers, one a request, and remembers what it was sent. */
async function service(...answers: Answer[]) {
  const received: { method?: string; url?: string; headers: object; body: string }[] = [];
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '', headers } = request;
    received.push({ method, url, headers, body: await text(request) });
    (answers[received.length - 1] ?? lose)(response);
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close().closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
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
function refusal(error: number, seconds = '0'): Answer {
  return answer(400, { error, message: `error ${error}` }, { 'retry-after': seconds });
}

function client(url: string, options: Partial<ClientOptions> = {}) {
  return plantStoreClient({ url, token: 'plant_x', pauseMilliseconds: 1, ...options });
}

describe('plantStoreClient', () => {
  it('sends the plant with its id digit for digit, and the token', async () => {
    const { url, received } = await service(answer(200, { name: 'Fern', tag: 'indoor' }));
    const plant = { id: 2n ** 63n - 1n, name: 'Fern', tag: 'indoor' };
    expect(await client(`${url}/`).createPlant(plant)).toEqual({ name: 'Fern', tag: 'indoor' });
    expect(received).toEqual([
      {
        method: 'POST',
        url: '/plants',
        headers: expect.objectContaining({
          authorization: 'Bearer plant_x',
          'content-type': 'application/json',
        }),
        body: '{"id":9223372036854775807,"name":"Fern","tag":"indoor"}',
      },
    ]);
  });

  it.each([
    [{ ...fern, id: -(2n ** 63n) }, '{"id":-9223372036854775808,"name":"Fern"}'],
    [{ name: 'Fern', tag: undefined, id: 7n }, '{"id":7,"name":"Fern"}'],
    [{ id: 7n }, '{"id":7}'],
  ])('writes %o as JSON', async (plant, json) => {
    const { url, received } = await service(answer(200, { name: 'Fern' }));
    await client(url).createPlant(plant as NewPlant);
    expect(received).toMatchObject([{ body: json }]);
  });

  it.each([7, '7', undefined])('refuses the id %o, which is no bigint', async (id) => {
    const { url, received } = await service(answer(200, { name: 'Fern' }));
    const adding = client(url).createPlant({ id, name: 'Fern' } as unknown as NewPlant);
    await expect(adding).rejects.toThrow(new TypeError('the id must be a bigint, such as 7n'));
    expect(received).toEqual([]);
  });

  it.each([
    ['a lost connection', lose],
    ['half an answer', loseHalf],
    ['1000', refusal(1000)],
    ['1006', refusal(1006)],
    ['429', answer(429, { message: 'Too Many Requests' })],
    ['500', answer(500, { message: 'Internal Server Error' })],
    ['a page instead of JSON', answer(502, '<h1>Bad Gateway</h1>')],
  ])('sends the same plant again after %s', async (_, first) => {
    const { url, received } = await service(first, first, answer(200, { name: 'Fern' }));
    expect(await client(url).createPlant(fern)).toEqual({ name: 'Fern' });
    expect(received.map(({ body }) => body)).toEqual(Array(3).fill('{"id":7,"name":"Fern"}'));
  });

  it.each([
    ['1003', refusal(1003), { name: 'RefusedError', error: 1003, message: 'error 1003' }],
    ['an error of later days', refusal(1999), { name: 'RefusedError', error: 1999 }],
    ['403', answer(403, { message: 'Forbidden' }), { name: 'GatewayRefusedError', status: 403 }],
    ['another 400', answer(400, { message: 'Bad Request' }), { status: 400 }],
    ['a redirect', answer(302, '', { location: '/' }), { status: 302, message: 'answered 302' }],
    ['a page', answer(200, '<h1>Welcome</h1>'), { name: 'GatewayRefusedError', status: 200 }],
  ])('gives up at once after %s', async (_, only, error) => {
    const { url, received } = await service(only);
    await expect(client(url).createPlant(fern)).rejects.toMatchObject(error);
    expect(received.length).toBe(1);
  });

  it('gives up after so many attempts, with the last reason', async () => {
    const { url, received } = await service(lose, refusal(1000), refusal(1006));
    const adding = client(url, { attempts: 3 }).createPlant(fern);
    await expect(adding).rejects.toMatchObject({ error: 1006 });
    expect(received.length).toBe(3);
  });

  it('says why no answer came', async () => {
    const { url } = await service();
    await expect(client(url, { attempts: 1 }).createPlant(fern)).rejects.toMatchObject({
      name: 'NoAnswerError',
      message: 'the plant store did not answer',
      cause: expect.any(TypeError),
    });
  });

  it.each([
    [refusal(1004), { name: 'RefusedError' }],
    [answer(403, { message: 'Forbidden' }), { name: 'GatewayRefusedError' }],
  ])('says by which name the operator finds the request', async (only, error) => {
    const { url } = await service((response) => {
      response.setHeader('apigw-requestid', 'AbCdEfGhIjKlMnO=');
      only(response);
    });
    await expect(client(url).createPlant(fern)).rejects.toMatchObject({
      ...error,
      requestId: 'AbCdEfGhIjKlMnO=',
    });
  });

  it.each([
    ['', undefined],
    [', also where the caller may stop it', new AbortController().signal],
  ])('takes silence for no answer%s', async (_, signal) => {
    const { url, received } = await service(silence, silence);
    const options = { attempts: 2, attemptMilliseconds: 250 };
    await expect(client(url, options).createPlant(fern, { signal })).rejects.toMatchObject({
      name: 'NoAnswerError',
      cause: { name: 'TimeoutError' },
    });
    expect(received.length).toBe(2);
  });

  it('waits as long as the service asks', async () => {
    const times: number[] = [];
    const noting =
      (next: Answer): Answer =>
      (response) => {
        times.push(performance.now());
        next(response);
      };
    const { url } = await service(
      noting(refusal(1006, '1')),
      noting(answer(200, { name: 'Fern' })),
    );
    await client(url).createPlant(fern);
    expect(Number(times[1]) - Number(times[0])).toBeGreaterThan(990);
  });

  it('gives up at once where that is too long', async () => {
    const { url, received } = await service(refusal(1006, '3600'));
    const adding = client(url).createPlant(fern);
    await expect(adding).rejects.toMatchObject({ error: 1006, retryAfterSeconds: 3600 });
    expect(received.length).toBe(1);
  });

  it.each([
    ['an answer', silence],
    ['a retry', refusal(1006, '20')],
  ])('stops waiting for %s when it is told to', async (_, first) => {
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

  it('sends nothing once it is told to stop', async () => {
    const { url, received } = await service();
    const adding = client(url).createPlant(fern, { signal: AbortSignal.abort() });
    await expect(adding).rejects.toMatchObject({ name: 'AbortError' });
    expect(received).toEqual([]);
  });

  it('leaves nothing behind at a signal that lives on', async () => {
    const { url } = await service(lose, answer(200, { name: 'Fern' }));
    const { signal } = new AbortController();
    await client(url).createPlant(fern, { signal });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

describe('RefusedError', () => {
  it.each(failureTable(parseContract(contractText())))(
    'is retryable where the contract says to retry: $error, $advice',
    ({ error, message, advice }) => {
      const { retryable } = new RefusedError({ error, message });
      expect(retryable).toBe(advice.startsWith('retry'));
    },
  );
});
