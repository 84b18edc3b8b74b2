import { describe, expect, it, vi } from 'vitest';
import { authorize } from '../../../functions/authorize/authorize.ts';
import { bearerToken } from '../../../functions/authorize/bearer.ts';
import { isToken } from '../../../functions/authorize/token.ts';
import { violationSentence } from '../../../functions/create-plant/answer-failures.ts';
import { createPlant } from '../../../functions/create-plant/create-plant.ts';
import { int64 } from '../../../functions/create-plant/int64.ts';
import { measureJson } from '../../../functions/create-plant/json-measure.ts';
import { requestBody } from '../../../infra/local/gateway/integration-event.ts';
import { isUnambiguous } from '../../../infra/local/gateway/request-framing.ts';
import { requestHeaders } from '../../../infra/local/gateway/request-headers.ts';
import { requestTarget } from '../../../infra/local/gateway/request-target.ts';
import { context, createPlantEvent } from '../../events.ts';
import { publish } from '../../lab/prove/figure.ts';
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
  ['digits', 8_000, (size) => int64('9'.repeat(size))],
  ['zeros behind a digit', 8_000, (size) => int64(`1${'0'.repeat(size)}1`)],
  ['zeros of a fraction', 8_000, (size) => int64(`1.${'0'.repeat(size)}1`)],
  ['an exponent', 8_000, (size) => int64(`1e${'9'.repeat(size)}`)],
  ['brackets', 8_000, (size) => measureJson('[{'.repeat(size))],
  ['quotes', 8_000, (size) => measureJson('"\\'.repeat(size))],
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
  ['a query of marks', 8_000, (size) => requestTarget(`/?${'='.repeat(size)}`)],
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
// Linear is 8, quadratic 64; this is about half-way between, as ratios.
const most = 24;

async function timeOf(run: () => unknown): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** From the fastest of many turns, since a disturbance only makes a turn slower. */
async function ratioOf(size: number, run: (size: number) => unknown): Promise<number> {
  let [small, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let turn = 0; turn < 3 || (turn < 60 && large / small > most); turn += 1) {
    small = Math.min(small, await timeOf(() => run(size)));
    large = Math.min(large, await timeOf(() => run(factor * size)));
    // Shorter times say more about the clock than about the input.
    small = Math.max(small, 0.1);
  }
  return large / small;
}

describe(`${factor} times the input takes about ${factor} times as long`, () => {
  it.each(inputs)('for %s', async (_, size, run) => {
    expect(await ratioOf(size, run)).toBeLessThan(most);
  });

  // V8 takes more than linear time for objects with many keys: the limit of values keeps that short.
  it('but for an object with as many keys as a body may hold, which takes little time', async () => {
    const start = performance.now();
    await body(`{${keys(9_900)}"id":1,"name":"x"}`);
    const { Timeout } = template.Resources['CreatePlant']?.Properties ?? {};
    expect(performance.now() - start).toBeLessThan((Number(Timeout) * 1000) / 5);
  });

  it('but not for a pattern that backtracks, so this test would notice one', async () => {
    const backtracking = /0+$/;
    const ratio = await ratioOf(600, (size) => backtracking.test(`${'0'.repeat(size)}1`));
    expect(ratio).toBeGreaterThan(most);
    publish({
      part: 'security',
      claim: 'Long input takes time in proportion to its length, not to the square of it',
      figure: `${inputs.length} kinds of input`,
    });
  });
});
