import type { CreatePlantBody } from '../functions/contract/create-plant.generated.ts';

// The examples that the tests send. Another contract has other examples, so this file is written again for it.

export type Example = CreatePlantBody;

/** Random, because a deployed table keeps the plants of earlier runs. */
const firstNumber = Math.ceil(Math.random() * 10 ** 9) * 10_000;
let lastNumber = firstNumber;

/** A number whose example no other test stores, and no other run. */
export function newNumber(): number {
  lastNumber += 1;
  return lastNumber;
}

/** The first and the last one of `newNumber`. They are in one range, so that one line can name all keys of a run. */
export function numbersOfRun(): readonly [number, number] {
  return [firstNumber + 1, lastNumber];
}

/** A plant for each number below 10,000, and for each one of `newNumber`. Two numbers have two keys. */
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
