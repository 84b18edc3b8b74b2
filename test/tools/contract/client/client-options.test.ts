import { describe, expect, it } from 'vitest';
import { checkedTarget } from '../../../../tools/contract/client/client-options.ts';
import {
  type ClientOptions,
  plantStoreClient,
} from '../../../../tools/contract/client/plant-store-client.ts';
import { path } from '../../../plants.ts';

const right = { url: 'https://plants.example', token: 'plant_x' };
const noAddress = 'url must be an address such as https://plants.example.com';
const tooMuch = 'url must not hold a user, a password, a query or a fragment';
const noToken = 'the token must be text of ASCII characters, not empty and without spaces';

/** Makes a client with options that its types can forbid. */
function clientWith(options: object) {
  return () => plantStoreClient({ ...right, ...options } as ClientOptions);
}

describe('plantStoreClient', () => {
  it.each([
    [{ url: undefined }, noAddress],
    [{ url: 'plants.example' }, noAddress],
    [{ url: 'localhost:3000' }, noAddress],
    [{ url: 'http://me@a' }, tooMuch],
    [{ url: Object.assign(new URL(right.url), { password: 'secret' }) }, tooMuch],
    [{ url: 'http://a?secret=1' }, tooMuch],
    [{ url: 'http://a#b' }, tooMuch],
    ...[undefined, null, 7, '', ' ', 'secret\nabc', 'secret\0', 'secret→', 'a secret'].map(
      (token): [object, string] => [{ token }, noToken],
    ),
    [{ fetch: 7 }, 'fetch must be a function'],
    [{ onAttempt: 'secret' }, 'onAttempt must be a function'],
    [{ headers: { 'a b': 'x' } }, 'headers must not hold characters that cannot be sent'],
    [{ headers: { trace: 'secret\nx' } }, 'headers must not hold characters that cannot be sent'],
  ])('refuses %o immediately, and does not quote it', (options, message) => {
    expect(clientWith(options)).toThrow(new TypeError(message));
  });

  it.each([
    ...[0, -1, 1.5, NaN, Infinity, 2 ** 31, '4'].map((attempts) => ({ attempts })),
    { attemptMilliseconds: 0 },
    { pauseMilliseconds: NaN },
  ])('refuses %o immediately', (options) => {
    const [name = ''] = Object.keys(options);
    expect(clientWith(options)).toThrow(RangeError);
    expect(clientWith(options)).toThrow(
      `${name} must be a ${name === 'attempts' ? 'whole ' : ''}number above 0 and below 2147483648`,
    );
  });

  it.each(['', '/', '//', '/base/'])('adds the path to an address with the path "%s"', (base) => {
    const target = right.url + base.replace(/\/*$/, path);
    expect(checkedTarget(right.url + base).href).toBe(target);
  });
});
