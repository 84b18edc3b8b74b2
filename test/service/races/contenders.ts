import { expect } from 'vitest';

export interface Contender {
  readonly name: string;
  readonly tag?: string;
}

export type Outcome =
  | { readonly kind: 'created'; readonly plant: unknown }
  | { readonly kind: 'taken' };

/** Different plants that are as similar as possible. */
const contenders: readonly Contender[] = [
  { name: 'Fern' },
  { name: 'Fern', tag: '' },
  { name: 'Fern', tag: 'indoor' },
  { name: 'Fern', tag: 'Indoor' },
  { name: '', tag: 'Fern' },
  { name: '' },
  { name: 'Fern ', tag: 'indoor' },
  { name: 'Fe\u0301rn' },
  { name: 'F\u00e9rn' },
];

/** `count` senders of these few plants, in random order. */
export function senders(count: number): Contender[] {
  return Array.from(
    { length: count },
    (_, index) => contenders[index % contenders.length] as Contender,
  )
    .map((plant) => ({ plant, place: Math.random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ plant }) => plant);
}

/** One plant must have won: all its senders got 200, and all others that the id is taken. */
export function expectOneWinner(
  sent: readonly Contender[],
  outcomes: readonly Outcome[],
  stored: unknown,
): void {
  expect(contenders).toContainEqual(stored);
  const winner = JSON.stringify(stored);
  const expected = sent.map(
    (plant): Outcome =>
      JSON.stringify(plant) === winner ? { kind: 'created', plant } : { kind: 'taken' },
  );
  expect(outcomes).toEqual(expected);
}

export function outcomeOf(status: number, body: string): Outcome {
  const answer = JSON.parse(body);
  if (status === 200) return { kind: 'created', plant: answer };
  expect({ status, error: answer.error }).toEqual({ status: 400, error: 1004 });
  return { kind: 'taken' };
}
