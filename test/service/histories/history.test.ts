import fc from 'fast-check';
import { expect, it } from 'vitest';
import { plant, plantAnswer } from '../../plants.ts';
import { type Create, contradictions, startHistory } from './history.ts';

const create = fc
  .record({
    id: fc.constantFrom('1', '2'),
    plant: fc.constantFrom('Fern', 'Moss'),
    called: fc.nat(9),
    takes: fc.nat(5),
    answer: fc.constantFrom('stored', 'taken', 'refused', 'unknown'),
  })
  .map(({ takes, ...rest }): Create => {
    const returned = rest.answer === 'unknown' ? Infinity : rest.called + takes + 0.5;
    return { ...rest, returned };
  });
const histories = fc.record({
  creates: fc.array(create, { maxLength: 5 }),
  held: fc.constantFrom(undefined, 'nothing', 'Fern', 'Moss'),
});

/** Tries each order that respects the times. An unknown create can also never happen. */
function isLinearizable(left: readonly Create[], last?: string, plant?: string): boolean {
  const canEnd = left.every(({ answer }) => answer === 'unknown' || answer === 'refused');
  if (canEnd && (last === undefined || last === (plant ?? 'nothing'))) return true;
  return left.some((next) => {
    const others = left.filter((other) => other !== next);
    if (others.some(({ returned }) => returned < next.called)) return false;
    if (next.answer === 'refused') return isLinearizable(others, last, plant);
    const fits = (plant ?? next.plant) === next.plant ? 'stored' : 'taken';
    if (next.answer !== 'unknown' && next.answer !== fits) return false;
    return isLinearizable(others, last, plant ?? next.plant);
  });
}

it('gives the verdict of a search through all orders, for each id', () => {
  const verdicts = { legal: 0, illegal: 0 };
  fc.assert(
    fc.property(histories, ({ creates, held }) => {
      const table = held && new Map(held === 'nothing' ? [] : [['1', held]]);
      const byId = Object.entries({ 1: held, 2: held && 'nothing' });
      const isWrong = ([id, last]: [string, string | undefined]) =>
        !isLinearizable(
          creates.filter((one) => one.id === id),
          last,
        );
      const wrong = byId.filter(isWrong).map(([id]) => id);
      verdicts[wrong.length === 0 ? 'legal' : 'illegal'] += 1;
      expect(contradictions(creates, table).toSorted()).toEqual(wrong);
    }),
    { numRuns: 3_000, seed: 23 },
  );
  expect(Math.min(verdicts.legal, verdicts.illegal)).toBeGreaterThan(500);
});

it.each([
  [200, plantAnswer(), 'stored'],
  [400, '{"error":1004}', 'taken'],
  [400, '{"error":1005}', 'refused'],
  [429, '', 'refused'],
  [400, '{"error":1006}', 'unknown'],
  [400, '{"error":1000}', 'unknown'],
  [500, '', 'unknown'],
  [0, '', 'unknown'],
])('a history records %i %s as %s', async (status, body, answer) => {
  const { creates, record } = startHistory();
  await record(plant(), async () => ({ status, body }));
  const expected = { id: `${plant().id}`, plant: plantAnswer(), called: 1, returned: 2, answer };
  expect(creates).toEqual([expected]);
});
