import { describe, expect, it } from 'vitest';
import { decisionCache, decisionOf } from '../../../../infra/local/gateway/decision.ts';

describe('what an authorizer returns', () => {
  it.each([
    ['{"isAuthorized":true}', { kind: 'allow', context: null }],
    ['{"isAuthorized":true,"context":null}', { kind: 'allow', context: null }],
    ['{"isAuthorized":true,"context":{"a":1}}', { kind: 'allow', context: { a: 1 } }],
    ['{"isAuthorized":false,"context":{"a":1}}', { kind: 'deny' }],
  ])('%s is a decision', (payload, decision) => {
    expect(decisionOf(payload)).toEqual(decision);
  });

  it.each([
    'null',
    'true',
    '[true]',
    '{}',
    '{"isAuthorized":"true"}',
    '{"isAuthorized":1,"context":{}}',
    '{"isAuthorized":true,"context":"x"}',
    '{"isAuthorized":true,"context":[]}',
  ])('%s is none', (payload) => {
    expect(decisionOf(payload)).toBeUndefined();
  });
});

describe('the cache of decisions', () => {
  const deny = { kind: 'deny' } as const;
  const allow = { kind: 'allow', context: null } as const;

  it('holds a decision for its seconds, and not a moment longer', () => {
    let time = 1_000;
    const cache = decisionCache(2, () => time);
    cache.set('a', deny);
    expect(cache.get('b')).toBeUndefined();
    time = 2_999;
    expect(cache.get('a')).toBe(deny);
    time = 3_000;
    expect(cache.get('a')).toBeUndefined();
    time = 1_000;
    expect(cache.get('a')).toBeUndefined(); // Gone for good.
  });

  it('holds nothing for 0 seconds', () => {
    const cache = decisionCache(0, () => 0);
    cache.set('a', allow);
    expect(cache.get('a')).toBeUndefined();
  });

  it('lets the one that was set first go when it is full', () => {
    const cache = decisionCache(1, () => 0, 2);
    for (const key of ['a', 'b', 'a', 'c']) cache.set(key, allow);
    expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([allow, undefined, allow]);
  });

  it('holds 10,000 unless told otherwise', () => {
    const cache = decisionCache(1, () => 0);
    for (let index = 0; index < 10_000; index += 1) cache.set(`${index}`, allow);
    expect(cache.get('0')).toBe(allow);
    cache.set('one more', allow);
    expect(cache.get('0')).toBeUndefined();
    expect(cache.get('1')).toBe(allow);
  });
});
