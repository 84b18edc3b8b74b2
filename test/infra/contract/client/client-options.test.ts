import { describe, expect, it } from 'vitest';
import { checkedOptions } from '../../../../infra/contract/client/client-options.ts';
import {
  type ClientOptions,
  plantStoreClient,
} from '../../../../infra/contract/client/plant-store-client.ts';

const right = { url: 'https://plants.example', token: 'plant_x' };

function withPassword(): URL {
  return Object.assign(new URL(right.url), { password: 'secret' });
}

/** The error of a client with these options, which its types may forbid. */
function errorOf(options: object): unknown {
  try {
    plantStoreClient({ ...right, ...options } as ClientOptions);
    return undefined;
  } catch (error) {
    return error;
  }
}

describe('plantStoreClient', () => {
  it.each<[unknown, string]>([
    [undefined, 'url must be an address such as https://plants.example.com'],
    ['', 'url must be an address such as https://plants.example.com'],
    ['plants.example', 'url must be an address such as https://plants.example.com'],
    ['localhost:3000', 'url must begin with https:// or http://'],
    ['file:///plants', 'url must begin with https:// or http://'],
    ['http://me@a', 'url must not hold a user, a password, a query or a fragment'],
    [withPassword(), 'url must not hold a user, a password, a query or a fragment'],
    ['http://a?secret=1', 'url must not hold a user, a password, a query or a fragment'],
    ['http://a#b', 'url must not hold a user, a password, a query or a fragment'],
  ])('refuses the url %s at once', (url, message) => {
    expect(errorOf({ url })).toEqual(new TypeError(message));
  });

  it.each([
    undefined,
    null,
    7,
    '',
    ' ',
    'plant_secret\nabc',
    'plant_secret\0',
    'secret→',
    'a secret',
  ])('refuses the token %j at once, and does not quote it', (token) => {
    expect(errorOf({ token })).toEqual(
      new TypeError('the token must be text of ASCII characters, not empty and without spaces'),
    );
  });

  it.each([
    ...[0, -1, 1.5, NaN, Infinity, 2 ** 53, '4', null].map((attempts) => ({ attempts })),
    ...[0, -1, NaN, Infinity, 2 ** 31, null].map((attemptMilliseconds) => ({
      attemptMilliseconds,
    })),
    ...[-1, NaN, Infinity, 2 ** 31].map((pauseMilliseconds) => ({ pauseMilliseconds })),
  ])('refuses %o at once', (options) => {
    const [name = ''] = Object.keys(options);
    expect(errorOf(options)).toBeInstanceOf(RangeError);
    expect((errorOf(options) as Error).message).toMatch(new RegExp(`^${name} must be [^.]+$`));
  });

  it.each([
    [{ fetch: 7 }, 'fetch must be a function'],
    [{ onAttempt: 'log' }, 'onAttempt must be a function'],
    [{ headers: { 'a b': 'secret' } }, 'the header "a b" has characters that cannot be sent'],
    [{ headers: { trace: 'secret\nx' } }, 'the header "trace" has characters that cannot be sent'],
  ])('refuses %o at once', (options, message) => {
    expect(errorOf(options)).toEqual(new TypeError(message));
  });

  it('takes undefined for the default', () => {
    const unset = {
      attempts: undefined,
      attemptMilliseconds: undefined,
      pauseMilliseconds: undefined,
    };
    const none = { headers: undefined, fetch: undefined, onAttempt: undefined };
    expect(checkedOptions({ ...right, ...unset, ...none })).toMatchObject({
      attempts: 4,
      attemptMilliseconds: 35_000,
      pauseMilliseconds: 200,
      fetch: globalThis.fetch,
    });
  });

  it.each([
    'https://plants.example',
    'https://plants.example/',
    new URL('https://plants.example//'),
  ])('adds the path to %s', (url) => {
    expect(checkedOptions({ ...right, url }).target.href).toBe('https://plants.example/plants');
  });
});
