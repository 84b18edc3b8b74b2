import { type GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { tokenStore } from '../../../functions/authorize/token-store.ts';
import { createDocumentClient } from '../../../functions/dynamodb/document-client.ts';
import { functions } from '../../../functions/service.ts';
import { startDynamodb } from '../../../tools/test/setup/embedded-dynamodb.ts';

const dynamodb = await startDynamodb();
afterAll(dynamodb.stop);
// The client's own time limits never end, however busy the machine is.
vi.useFakeTimers({ toFake: ['setTimeout'] });
const documents = createDocumentClient({ maxAttempts: 1 });
const find = tokenStore(documents, 'Tokens');
function put(Item: Record<string, unknown>) {
  return documents.send(new PutCommand({ TableName: 'Tokens', Item }));
}

describe('tokenStore', () => {
  it.each([
    { client: 'nursery', lastFour: 'wXyZ' },
    { client: 'nursery', lastFour: 'wXyZ', expires: 1_800_000_000 },
    { client: 'nursery', lastFour: 'wXyZ', expires: 1_800_000_000, revoked: 1_700_000_000 },
  ])('finds $client, expiring $expires, revoked $revoked', async (record) => {
    await put({ digest: 'known', created: 1_600_000_000, ...record });
    expect(await find('known')).toEqual(record);
  });

  // The embedded store is always consistent: only the request shows it.
  it('reads consistently, and gives up on a slow store before Lambda ends the function', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    const send = vi.fn(async (_: GetCommand, __: { abortSignal: AbortSignal }) => ({}));
    await tokenStore({ send } as never, 'Tokens')('unknown');
    const [[command, options] = []] = send.mock.calls;
    const input = { TableName: 'Tokens', Key: { digest: 'unknown' }, ConsistentRead: true };
    expect(command?.input).toEqual(input);
    expect(options).toEqual({ abortSignal: timeout.mock.results[0]?.value });
    expect(timeout.mock.lastCall?.[0]).toBeLessThan(functions.Authorize.timeoutSeconds * 1_000);
  });

  it.each([
    [{ lastFour: 'wXyZ' }, /client/],
    [{ client: 'nursery', lastFour: 7 }, /last four/],
    [{ client: 'nursery', lastFour: 'wXyZ', expires: 'never' }, /expires/],
    [{ client: 'nursery', lastFour: 'wXyZ', revoked: '' }, /revoked/],
  ])('throws at a record that it cannot understand: %j', async (record, message) => {
    await put({ digest: 'odd', ...record });
    await expect(find('odd')).rejects.toThrow(message);
  });

  // As the SDK reads {"N":"x"} and {"N":"1e400"}. Such a token would never expire.
  it.each([NaN, Infinity])('throws at a token that expires at %d', async (expires) => {
    const Item = { client: 'nursery', lastFour: 'wXyZ', expires };
    const odd = tokenStore({ send: async () => ({ Item }) } as never, 'Tokens')('odd');
    await expect(odd).rejects.toThrow(/expires/);
  });
});
