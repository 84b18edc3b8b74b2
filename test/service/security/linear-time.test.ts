import { expect, it, vi } from 'vitest';
import { authorize } from '../../../functions/authorize/authorize.ts';
import { bearerToken } from '../../../functions/authorize/bearer.ts';
import { isToken } from '../../../functions/authorize/token.ts';
import { createPlant } from '../../../functions/create-plant/create-plant.ts';
import { int64 } from '../../../functions/create-plant/int64.ts';
import { context, createPlantEvent } from '../../events.ts';

vi.spyOn(console, 'info').mockImplementation(() => {});

const handle = createPlant(async () => {});
function body(text: string) {
  return handle(createPlantEvent(text), context());
}
function typed(type: string) {
  return handle(createPlantEvent('{}', { headers: { 'content-type': type } }), context());
}
const decide = authorize(async () => undefined);
function admit(header: string) {
  return decide({ identitySource: [header], headers: { authorization: header } } as never);
}
function keys(size: number): string {
  return Array.from({ length: size }, (_, index) => `"k${index}":0,`).join('');
}

/** Inputs that would take quadratic time with a backtracking pattern or a nested loop. Some have their own length. */
const inputs: [title: string, run: (size: number) => unknown, longest?: number][] = [
  ['a header of spaces', (size) => bearerToken(`Bearer ${' '.repeat(size)}`)],
  ['a header of padding', (size) => bearerToken(`Bearer a${'='.repeat(size)}!`)],
  ['a long credential', (size) => admit(`Bearer ${'a'.repeat(size)}\n`)],
  ['a long token', (size) => isToken(`plant_${'0'.repeat(size)}`)],
  ['a type of dots', (size) => typed(`application/${'a.'.repeat(size)}`)],
  ['a type of hyphens', (size) => typed(`application/${'-'.repeat(size)}+jso`)],
  ['a type before spaces', (size) => typed(`application/json${' '.repeat(size)}x`)],
  ['an exponent', (size) => int64(`1e${'9'.repeat(size)}`)],
  ['a body of brackets', (size) => body('['.repeat(size))],
  ['a body of pairs of brackets', (size) => body('['.repeat(size) + ']'.repeat(size))],
  ['a body of objects', (size) => body(`${'{"a":'.repeat(size)}1${'}'.repeat(size)}`)],
  ['a body of commas', (size) => body(','.repeat(size))],
  ['a body of quotes', (size) => body('"'.repeat(size))],
  ['a body of backslashes', (size) => body(`"${'\\'.repeat(size)}`)],
  ['a body of minus signs', (size) => body('-'.repeat(size))],
  ['a body of letters', (size) => body('a'.repeat(size))],
  ['a body of digits', (size) => body(`{"id":${'9'.repeat(size)},"name":"x"}`)],
  ['a body of zeros', (size) => body(`{"id":1.${'0'.repeat(size)},"name":"x"}`)],
  ['a body of an exponent', (size) => body(`{"id":1e${'9'.repeat(size)},"name":"x"}`)],
  ['a body of white space', (size) => body(`{"id":1,${' '.repeat(size)}"name":1}`)],
  ['a body before white space', (size) => body(`{"id":1,"name":"x"}${' '.repeat(size)}`)],
  ['a body of escapes', (size) => body(`{"id":1,"name":"${'\\ud83c\\udf3f'.repeat(size)}"}`)],
  ['a body of surrogates', (size) => body(`{"id":1,"name":"${'\\ud800'.repeat(size)}"}`)],
  ['a body of a name', (size) => body(`{"id":1,"name":"${'x'.repeat(size)}"}`)],
  ['a body of a long key', (size) => body(`{"id":1,"name":"x","${'k'.repeat(size)}":1}`)],
  ['a body of one key', (size) => body(`{${'"id":1,'.repeat(size)}"name":"x"}`), 9_600],
  ['a body of many keys', (size) => body(`{${keys(size)}"id":1,"name":"x"}`), 9_600],
  ['a body of values', (size) => body(`{"id":1,"name":[${'1,'.repeat(size)}1]}`), 9_600],
];

const factor = 32;
// The ratio is at most about 1 for linear time and about 32 for quadratic time. This is half-way between, as ratios.
const most = 6;

/** The CPU time of this thread in microseconds. Other processes change it less than the real time. */
async function timeOf(run: () => unknown, count: number): Promise<number> {
  const start = process.threadCpuUsage();
  for (let done = 0; done < count; done += 1) await run();
  const { system, user } = process.threadCpuUsage(start);
  return user + system;
}

/**
 * The time of one long input, divided by the time of short ones with as many characters together. Takes the best of
 * many rounds, because caches, the garbage collector and other processes only ever add time.
 */
async function ratioOf(run: (size: number) => unknown, longest = 64_000): Promise<number> {
  // The clock of the system has steps of some milliseconds.
  let count = 1;
  while ((await timeOf(() => run(longest), count)) < 5_000) count *= 2;
  let [short, long] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 1; round <= 30; round += 1) {
    short = Math.min(short, await timeOf(() => run(longest / factor), factor * count));
    long = Math.min(long, await timeOf(() => run(longest), count));
    if (long / short < most) break;
  }
  // Compiled code can be faster than a step of the clock.
  return long === 0 ? 0 : long / short;
}

it.each(inputs)(
  `${factor} times the input takes about ${factor} times as long: %s`,
  async (_, run, longest) => expect(await ratioOf(run, longest)).toBeLessThan(most),
);

it('a pattern that backtracks is noticed', async () => {
  const backtracking = /0+$/;
  const ratio = await ratioOf((size) => backtracking.test(`${'0'.repeat(size)}1`), 9_600);
  expect(ratio).toBeGreaterThan(most);
});
