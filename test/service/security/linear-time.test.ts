import { expect, it, vi } from 'vitest';
import { authorize } from '../../../functions/authorize/authorize.ts';
import { bearerToken } from '../../../functions/authorize/bearer.ts';
import { isToken } from '../../../functions/authorize/token.ts';
import { violationSentence } from '../../../functions/create-plant/answer-failures.ts';
import { createPlant } from '../../../functions/create-plant/create-plant.ts';
import { int64 } from '../../../functions/create-plant/int64.ts';
import { requestBody } from '../../../infra/local/gateway/event.ts';
import { isUnambiguous } from '../../../infra/local/gateway/request-framing.ts';
import { requestHeaders } from '../../../infra/local/gateway/request-headers.ts';
import { requestTarget } from '../../../infra/local/gateway/request-target.ts';
import { context, createPlantEvent } from '../../events.ts';
import { template } from '../../synthesized.ts';

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
function head(...rawHeaders: string[]) {
  return {
    ...{ id: '', method: '', target: '', protocol: '', body: Buffer.alloc(0), sourceIp: '' },
    ...{ port: 0, receivedAt: 0, rawHeaders, httpVersion: '1.1' },
  };
}

/** Inputs that would take quadratic time with a backtracking pattern or a nested loop. */
const inputs: [string, number, (size: number) => unknown][] = [
  ['a header of spaces', 8_000, (size) => bearerToken(`Bearer ${' '.repeat(size)}`)],
  ['a header of padding', 8_000, (size) => bearerToken(`Bearer a${'='.repeat(size)}!`)],
  ['a long credential', 8_000, (size) => admit(`Bearer ${'a'.repeat(size)}\n`)],
  ['a long token', 8_000, (size) => isToken(`plant_${'0'.repeat(size)}`)],
  ['a type of dots', 8_000, (size) => typed(`application/${'a.'.repeat(size)}`)],
  ['a type of hyphens', 8_000, (size) => typed(`application/${'-'.repeat(size)}+jso`)],
  ['a type before spaces', 8_000, (size) => typed(`application/json${' '.repeat(size)}x`)],
  ['an exponent', 8_000, (size) => int64(`1e${'9'.repeat(size)}`)],
  ['a body of brackets', 8_000, (size) => body('['.repeat(size))],
  ['a body of quotes', 8_000, (size) => body('"'.repeat(size))],
  ['a body of backslashes', 8_000, (size) => body(`"${'\\'.repeat(size)}`)],
  ['a body of digits', 8_000, (size) => body(`{"id":${'9'.repeat(size)},"name":"x"}`)],
  ['a body of zeros', 8_000, (size) => body(`{"id":1.${'0'.repeat(size)},"name":"x"}`)],
  ['a body of white space', 8_000, (size) => body(`{"id":1,${' '.repeat(size)}"name":1}`)],
  [
    'a body of escapes',
    10_000,
    (size) => body(`{"id":1,"name":"${'\\ud83c\\udf3f'.repeat(size)}"}`),
  ],
  ['a body of surrogates', 8_000, (size) => body(`{"id":1,"name":"${'\\ud800'.repeat(size)}"}`)],
  ['a body of one key', 1_200, (size) => body(`{${'"id":1,'.repeat(size)}"name":"x"}`)],
  ['a body of values', 1_200, (size) => body(`{"id":1,"name":[${'1,'.repeat(size)}1]}`)],
  ['violations', 2_000, (size) => violationSentence(Array(size).fill(violation))],
  ['a path of per cent signs', 8_000, (size) => requestTarget(`/${'%'.repeat(size)}`)],
  ['an encoded path', 8_000, (size) => requestTarget(`/${'%2f'.repeat(size)}`)],
  ['a query of names', 5_000, (size) => requestTarget(`/?${'a&'.repeat(size)}`).query],
  ['an absolute path', 8_000, (size) => requestTarget(`http://${'a'.repeat(size)}`)],
  ['cookies', 10_000, (size) => requestHeaders(head('cookie', '; '.repeat(size)))],
  ['repeated headers', 5_000, (size) => requestHeaders(head(...Array(2 * size).fill('a')))],
  ['hosts', 5_000, (size) => isUnambiguous(head(...Array(2 * size).fill('host')), 'HTTP/1.1')],
  ['parameters', 10_000, (size) => requestBody(Buffer.from('a'), `text/x${';'.repeat(size)}`)],
  [
    'a charset',
    8_000,
    (size) => requestBody(Buffer.from('a'), `text/x;charset${' '.repeat(size)}`),
  ],
  [
    'a charset of spaces',
    8_000,
    (size) => requestBody(Buffer.from('a'), `text/x;charset=${' '.repeat(size)}x y`),
  ],
];

function keys(size: number): string {
  return Array.from({ length: size }, (_, index) => `"k${index}":0,`).join('');
}
const violation = { instancePath: '/body/id', keyword: 'int64', params: {}, message: 'must be' };

const factor = 8;
// Linear is 1, quadratic 8; this is about half-way between, as ratios.
const most = 3;

/** The CPU time of this thread in microseconds: other processes do not change it. */
async function timeOf(run: () => unknown, count = 1): Promise<number> {
  const start = process.threadCpuUsage();
  for (let done = 0; done < count; done += 1) await run();
  const { system, user } = process.threadCpuUsage(start);
  return user + system;
}

/** One long input against several short ones with as many characters together. */
async function ratioOf(size: number, run: (size: number) => unknown): Promise<number> {
  for (let count = 1; ; count *= 2) {
    const short = await timeOf(() => run(size), factor * count);
    const long = await timeOf(() => run(factor * size), count);
    // The clock of the system has steps of some milliseconds.
    if (short + long > 30_000) return long / short;
  }
}

it.each(inputs)(
  `${factor} times the input takes about ${factor} times as long: %s`,
  // Measures again if the ratio is too large: quadratic code fails each time.
  { retry: 3 },
  async (_, size, run) => {
    expect(await ratioOf(size, run)).toBeLessThan(most);
  },
);

// V8 takes more than linear time for objects with many keys: the limit of values keeps that short.
it('an object with as many keys as a body may hold takes little time', async () => {
  const time = await timeOf(() => body(`{${keys(9_900)}"id":1,"name":"x"}`));
  const { Timeout } = template.Resources['CreatePlant']?.Properties ?? {};
  expect(time / 1_000_000).toBeLessThan(Number(Timeout) / 5);
});

it('a pattern that backtracks would be noticed', async () => {
  const backtracking = /0+$/;
  const ratio = await ratioOf(600, (size) => backtracking.test(`${'0'.repeat(size)}1`));
  expect(ratio).toBeGreaterThan(most);
});
