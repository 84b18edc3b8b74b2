import type { APIGatewayRequestAuthorizerEventV2 } from 'aws-lambda';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createAuthorizer } from '../../../functions/authorize/authorize.ts';
import { digestOf } from '../../../functions/authorize/token.ts';
import type { TokenRecord } from '../../../functions/authorize/token-record.ts';
import type { FindToken } from '../../../functions/authorize/token-store.ts';
import { createToken } from '../../../tools/commands/token/create-token.ts';

const token = createToken();
const now = 1_800_000_000;
const record = { client: 'nursery', lastFour: 'wXyZ' };
function finding(found: TokenRecord | undefined): FindToken {
  return vi.fn(async () => found);
}

function event(header: string | undefined, overrides: object = {}) {
  return {
    identitySource: [header],
    headers: { authorization: header },
    requestContext: { requestId: 'request' },
    ...overrides,
  } as unknown as APIGatewayRequestAuthorizerEventV2;
}

function decide(find: FindToken, request = event(`Bearer ${token}`)) {
  return createAuthorizer(find, () => now * 1000)(request);
}

describe('authorize', () => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => {});
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  beforeEach(() => {
    info.mockClear();
    error.mockClear();
  });

  it.each([
    ['never expires', record],
    ['expires in a second', { ...record, expires: now + 1 }],
  ])('allows a token that %s, and names its client', async (_, found) => {
    const find = finding(found);
    expect(await decide(find)).toEqual({ isAuthorized: true, context: record });
    expect(find).toHaveBeenCalledExactlyOnceWith(digestOf(token));
    expect(info).not.toHaveBeenCalled();
  });

  it.each([
    ['unknown', undefined, { lastFour: token.slice(-4) }],
    ['expired', { ...record, expires: now }, record],
    ['revoked', { ...record, revoked: now + 1 }, record],
  ])('refuses a token that is %s', async (refused, found, names) => {
    expect(await decide(finding(found))).toEqual({ isAuthorized: false });
    expect(info).toHaveBeenCalledExactlyOnceWith({ refused, requestId: 'request', ...names });
  });

  it.each([
    ['a mistyped token', event(`Bearer ${token.slice(0, -1)}_`)],
    ['no header', event(undefined)],
    ['no request context', event('', { requestContext: undefined })],
  ])('refuses %s without a lookup', async (_, request) => {
    const find = finding(record);
    expect(await decide(find, request)).toEqual({ isAuthorized: false });
    expect(find).not.toHaveBeenCalled();
    expect(info).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ refused: 'malformed' }));
  });

  it('throws if the store fails, because a refusal would be cached', async () => {
    const find: FindToken = () => Promise.reject(new Error('the store is down'));
    const hasOnlyText = (thrown: Error) => thrown.message !== '' && thrown.cause === undefined;
    await expect(decide(find)).rejects.toSatisfy(hasOnlyText);
    const stack = expect.arrayContaining([expect.stringContaining('authorize.test.ts')]);
    const cause = { name: 'Error', message: 'the store is down', stack };
    const line = { fault: expect.stringMatching(/./), requestId: 'request', cause };
    expect(error).toHaveBeenCalledExactlyOnceWith(line);
  });

  it('uses the real clock by default', async () => {
    const expires = Math.ceil(Date.now() / 1000);
    const today = (seconds: number) =>
      createAuthorizer(finding({ ...record, expires: expires + seconds }))(
        event(`Bearer ${token}`),
      );
    expect(await today(60)).toMatchObject({ isAuthorized: true });
    expect(await today(-60)).toMatchObject({ isAuthorized: false });
  });
});
