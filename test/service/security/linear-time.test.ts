import { expect, it, vi } from 'vitest';
import { createPlantHandler } from '../../../functions/create-plant/create-plant.ts';
import { exampleJson, key } from '../../../tools/test/setup/contract.ts';
import { slow } from '../../../tools/test/setup/slow.ts';
import { context, gatewayEvent } from '../../setup/test-events.ts';

// Linear time is milliseconds here, and quadratic time is half a minute. Only bodies can be so long: the gateway limits
// all headers together to 10 kB.
const size = 200_000;
const mostSeconds = 3;

vi.spyOn(console, 'info').mockImplementation(() => {});
const handle = createPlantHandler(async () => {});

/** A body with this text in a field that takes any text. If the contract has none, in a field that it does not know. */
function withText(json: string): string {
  const body = exampleJson(7, 'Fern');
  return body.includes('Fern')
    ? body.replace('Fern', () => json)
    : body.replace('{', () => `{"unknown":"${json}",`);
}

function numbered(digits: string): string {
  return `{"${key}":${digits}}`;
}

/** An object with so many long values. The service refuses more than 10,000. */
function longValues(count: number): string {
  const fields = Array.from({ length: count }, (_, index) => `"k${index}":"${'x'.repeat(500)}",`);
  return exampleJson().replace('{', `{${fields.join('')}`);
}

const bodies: Readonly<Record<string, string>> = {
  brackets: '['.repeat(size),
  'pairs of brackets': '['.repeat(size) + ']'.repeat(size),
  quotes: '"'.repeat(size),
  backslashes: `"${'\\'.repeat(size)}`,
  'a number of digits': numbered('9'.repeat(size)),
  'a number of zeros': numbered(`1.${'0'.repeat(size)}`),
  'a number of zeros before another digit': numbered(`1.${'0'.repeat(size)}1`),
  'a number with a long exponent': numbered(`1e${'9'.repeat(size)}`),
  'white space': exampleJson().replace('{', `{${''.padEnd(size)}`),
  'escaped characters': withText('\\ud83c\\udf3f'.repeat(size)),
  'lone surrogates': withText('\\ud800'.repeat(size)),
  'a long key': exampleJson().replace('}', `,"${'k'.repeat(size)}":1}`),
  values: `[${'1,'.repeat(size)}1]`,
  'long values': longValues(9_600),
};

// The time of the CPU, which a busy machine hardly changes.
it.each(Object.entries(bodies))('a body of %s takes linear time', slow, async (_, body) => {
  const before = process.cpuUsage();
  await handle(gatewayEvent(body), context(slow.timeout));
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(mostSeconds);
});
