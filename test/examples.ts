import type { NewPlant } from '../functions/create-plant/plant.ts';

// The examples that the tests send. Another contract has other examples, so this file is written again for it.

export type Example = NewPlant;

/** A plant for each number of at most 12 digits. Two numbers have two keys. */
export function example(number = 7): Example {
  return { id: BigInt(number), name: 'Fern' };
}

/** Another plant under the key of the example with this number. */
export function otherExample(number = 7): Example {
  return { ...example(number), name: 'Moss' };
}

/** What is beside the key in plants that are as similar as different plants can be. */
export const similarExamples: readonly Omit<Example, 'id'>[] = [
  { name: 'Fern' },
  { name: 'Fern', tag: '' },
  { name: '', tag: 'Fern' },
  { name: '' },
  { name: 'Fern', tag: 'indoor' },
  { name: 'Fern', tag: 'Indoor' },
  { name: 'Fern ', tag: 'indoor' },
  { name: 'Fe\u0301rn' },
  { name: 'F\u00e9rn' },
];
