import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { generateToken } from '../../../functions/authorize/token.ts';
import { type RunningPlantStore, startPlantStore } from '../../../infra/commands/start/service.ts';
import { otherDynamodb } from '../../embedded-dynamodb.ts';
import { assembly } from '../../synthesized.ts';
import { describeApi, type Surface } from './suite.ts';

const target = inject('target');
const local = target ? undefined : await startPlantStore({ assembly, dynamodb: otherDynamodb });
afterAll(() => local?.close());
const { url, token } = target ?? (local as RunningPlantStore);

const name = target?.url ?? 'the local gateway';

function authorizedBy(authorization: string | undefined): Surface {
  return async ({ body, contentType }) => {
    const response = await fetch(`${url.replace(/\/$/, '')}/plants`, {
      method: 'POST',
      headers: {
        ...(authorization !== undefined && { authorization }),
        // As bytes, so that fetch adds no content type of its own.
        ...(contentType !== undefined && { 'content-type': contentType }),
      },
      ...(body !== undefined && { body: Buffer.from(body) }),
    });
    return {
      status: response.status,
      contentType: response.headers.get('content-type') ?? undefined,
      body: await response.json(),
    };
  };
}

describeApi(name, authorizedBy(`Bearer ${token}`));

describe(`POST /plants on ${name}`, () => {
  it.each([
    { what: 'no token', authorization: undefined, status: 401, message: 'Unauthorized' },
    { what: 'a malformed token', authorization: 'Bearer x', status: 403, message: 'Forbidden' },
    {
      what: 'a token that nobody issued',
      authorization: `Bearer ${generateToken()}`,
      status: 403,
      message: 'Forbidden',
    },
  ])('refuses $what before it reaches the function', async ({ authorization, status, message }) => {
    const send = authorizedBy(authorization);
    const answer = await send({ body: '{"id":1,"name":"x"}', contentType: 'application/json' });
    expect(answer).toMatchObject({ status, body: { message } });
  });
});

describe(`a Content-Encoding on ${name}`, () => {
  const send = async (body: string | Buffer) => {
    const response = await fetch(`${url.replace(/\/$/, '')}/plants`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      },
      body: Buffer.from(body),
    });
    return { status: response.status, body: await response.json() };
  };
  const json = JSON.stringify({ id: Math.floor(Math.random() * 2 ** 50), name: 'Fern' });

  it('is ignored when the body is plain JSON', async () => {
    expect(await send(json)).toEqual({ status: 200, body: { name: 'Fern' } });
  });

  it('does not make the function decompress the body', async () => {
    expect(await send(gzipSync(json))).toMatchObject({ status: 400, body: { error: 1001 } });
  });
});
