import { expect, it } from 'vitest';
import { decisionOf } from '../../../../infra/emulator/gateway/decision.ts';

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
