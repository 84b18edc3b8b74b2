import { expect, it } from 'vitest';
import { answered, type Effect, type Item, refused } from '../../setup/effect.ts';
import { orderOf, type RecordedRequest } from './history.ts';

const create: Effect<unknown> = (stored, { body }) => {
  if (stored === undefined) return { answer: answered(200), stored: { plant: body } };
  return { answer: stored['plant'] === body ? answered(200) : refused('idTaken'), stored };
};

const remove: Effect<unknown> = (stored) => {
  return { answer: answered(stored === undefined ? 404 : 204), stored: undefined };
};

function request(
  name: string,
  effect: Effect<unknown>,
  [begin, end]: readonly [number, number],
  answer: RecordedRequest['answer'],
): RecordedRequest {
  const sent = { body: name, client: '', lastFour: '', time: '' };
  return { name, effect, sent, begin, end, answer };
}

const fern = request('fern', create, [1, 6], refused('idTaken'));
const deletion = request('deletion', remove, [2, 3], answered(204));
const moss = request('moss', create, [4, 5], answered(200));

it('a refused request can have been done before, if its first answer was lost', () => {
  expect(orderOf([fern, deletion, moss], undefined)).toEqual([fern, deletion, moss, fern]);
});

it('a refused request can have been done although its refusal also fits before', () => {
  const second = request('second deletion', remove, [4, 5], answered(204));
  const last = { ...moss, begin: 6, end: 7 };
  const refusedLate = { ...fern, end: 8 };
  const order = orderOf([refusedLate, deletion, second, last], { plant: 'moss' });
  expect(order).toEqual([deletion, refusedLate, second, last, refusedLate]);
});

it('a refused request is not done after its answer', () => {
  const isFern = (stored?: Item) => stored?.['plant'] === 'fern';
  expect(orderOf([fern, deletion], { plant: 'moss' }, isFern)).toBeUndefined();
});

it('a request arrives after it began, and before its answer', () => {
  const late = { ...fern, begin: 4 };
  expect(orderOf([late, deletion, moss], undefined)).toBeUndefined();
  const early = { ...moss, begin: 7, end: 8 };
  expect(orderOf([fern, deletion, early], undefined)).toBeUndefined();
});

it('a request without a certain answer arrives late, or never', () => {
  const uncertain = { ...fern, end: Infinity, answer: undefined };
  expect(orderOf([uncertain], undefined, (stored) => stored === undefined)).toEqual([]);
  const later = { ...deletion, begin: 7, end: 8 };
  expect(orderOf([uncertain, later], undefined)).toEqual([uncertain, later]);
});

it('no order explains what nobody has stored', () => {
  expect(orderOf([moss], undefined, (stored) => stored === undefined)).toBeUndefined();
});
