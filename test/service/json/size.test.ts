import { expect, it, vi } from 'vitest';
import { createPlant } from '../../../functions/create-plant/create-plant.ts';
import { context, createPlantEvent } from '../../events.ts';
import { fullOrShort } from '../../full-or-short.ts';

vi.spyOn(console, 'info').mockImplementation(() => {});
const handle = createPlant(async () => {});

// One event can hold 6 MB: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
const most = fullOrShort({ full: 6_000_000, short: 2_000_000 });
const parts = 100;
const rounds = fullOrShort({ full: 3, short: 1 });
function field(json: string): string {
  return `{"id":7,"name":"x","a":${json}}`;
}

const shapes: [what: string, code: number, text: (size: number) => string][] = [
  ['open brackets', 1001, (size) => '['.repeat(size)],
  ['brackets in brackets', 1001, (size) => '['.repeat(size / 2) + ']'.repeat(size / 2)],
  ['objects in objects', 1001, (size) => `${'{"a":'.repeat(size / 6)}1${'}'.repeat(size / 6)}`],
  ['numbers side by side', 1001, (size) => `[${'1,'.repeat(size / 2)}1]`],
  ['commas', 1001, (size) => ','.repeat(size)],
  ['quotes', 1001, (size) => '"'.repeat(size)],
  ['back slashes', 1001, (size) => `"${'\\'.repeat(size)}`],
  ['white space', 1001, (size) => ' '.repeat(size)],
  ['white space around a plant', 200, (size) => ' '.repeat(size) + field('1')],
  ['a string', 200, (size) => field(`"${'x'.repeat(size)}"`)],
  ['escapes', 200, (size) => field(`"${'\\u0041'.repeat(size / 6)}"`)],
  ['a key', 200, (size) => `{"id":7,"name":"x","${'k'.repeat(size)}":1}`],
  ['digits', 200, (size) => field('9'.repeat(size))],
  ['digits of an id', 1003, (size) => `{"id":1${'0'.repeat(size)}1,"name":"x"}`],
  ['zeros behind an id', 200, (size) => `{"id":7.${'0'.repeat(size)},"name":"x"}`],
  ['digits of an exponent', 1003, (size) => `{"id":1e${'9'.repeat(size)},"name":"x"}`],
  ['minus signs', 1001, (size) => '-'.repeat(size)],
  ['letters', 1001, (size) => 'a'.repeat(size)],
  ['a name', 200, (size) => `{"id":7,"name":"${'x'.repeat(size)}"}`],
];

it.each(shapes)('%s in megabytes take time that grows with the body', async (_, code, text) => {
  for (const isBase64Encoded of [false, true]) {
    const [part, whole] = [text(most / parts), text(most)].map((json) => {
      const body = isBase64Encoded ? Buffer.from(json).toString('base64') : json;
      return () => send(body, isBase64Encoded, code);
    }) as [() => Promise<void>, () => Promise<void>];
    const times = { parts: Number.POSITIVE_INFINITY, whole: Number.POSITIVE_INFINITY };
    let ratio = Number.POSITIVE_INFINITY;
    // Takes the best of a few rounds, because other processes use the core as well.
    for (let round = 0; round < rounds || (round < 5 && ratio >= parts / 10); round += 1) {
      times.parts = Math.min(times.parts, await time(part, parts));
      times.whole = Math.min(times.whole, await time(whole, 1));
      ratio = times.whole / times.parts;
    }
    expect(ratio).toBeLessThan(parts / 10);
  }
});

async function time(work: () => Promise<void>, repetitions: number): Promise<number> {
  const start = performance.now();
  for (let done = 0; done < repetitions; done += 1) await work();
  return performance.now() - start;
}

async function send(body: string, isBase64Encoded: boolean, code: number): Promise<void> {
  const answer = await handle(createPlantEvent(body, { isBase64Encoded }), context());
  expect(answer.statusCode === 200 ? 200 : JSON.parse(answer.body).error).toBe(code);
}
