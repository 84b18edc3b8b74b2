import { parentPort, workerData } from 'node:worker_threads';
import jsonBodyParser from '@middy/http-json-body-parser';
import { authorize } from '../../../functions/authorize/authorize.ts';
import { bearerToken } from '../../../functions/authorize/bearer.ts';
import { isToken } from '../../../functions/authorize/token.ts';
import { createPlant } from '../../../functions/create-plant/create-plant.ts';
import { int64 } from '../../../functions/create-plant/int64.ts';
import { exactInt64s } from '../../../functions/create-plant/json-body.ts';
import { validateEvent } from '../../../functions/create-plant/validate-event.generated.ts';
import { context, createPlantEvent } from '../../setup/events.ts';
import { plantJson } from '../../setup/plants.ts';

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
function keys(count: number, value = '0'): string {
  return `{${Array.from({ length: count }, (_, index) => `"k${index}":${value},`).join('')}"id":1}`;
}

function named(json: string): string {
  return plantJson().replace('Fern', () => json);
}

const size = 500_000;
const text = ''.padEnd(size);

/** Each would take minutes if its time were quadratic, because of a backtracking pattern or a nested loop. */
export const inputs: Readonly<Record<string, () => unknown>> = {
  'a header of spaces': () => bearerToken(`Bearer ${text}`),
  'a header of padding': () => bearerToken(`Bearer a${'='.repeat(size)}!`),
  'a long credential': () => admit(`Bearer ${'a'.repeat(size)}\n`),
  'a long token': () => isToken(`plant_${'0'.repeat(size)}`),
  'a type of dots': () => typed(`application/${'a.'.repeat(size)}`),
  'a type of hyphens': () => typed(`application/${'-'.repeat(size)}+jso`),
  'a type before spaces': () => typed(`application/json${text}x`),
  'an exponent': () => int64(`1e${'9'.repeat(size)}`),
  'a body of brackets': () => body('['.repeat(size)),
  'a body of pairs of brackets': () => body('['.repeat(size) + ']'.repeat(size)),
  'a body of objects': () => body(`${'{"a":'.repeat(size)}1${'}'.repeat(size)}`),
  'a body of commas': () => body(','.repeat(size)),
  'a body of quotes': () => body('"'.repeat(size)),
  'a body of backslashes': () => body(`"${'\\'.repeat(size)}`),
  'a body of minus signs': () => body('-'.repeat(size)),
  'a body of letters': () => body('a'.repeat(size)),
  'a body of digits': () => body(`{"id":${'9'.repeat(size)},"name":"x"}`),
  'a body of zeros': () => body(`{"id":1.${'0'.repeat(size)},"name":"x"}`),
  'a body of zeros before another digit': () => body(`{"id":1.${'0'.repeat(size)}1,"name":"x"}`),
  'a body of an exponent': () => body(`{"id":1e${'9'.repeat(size)},"name":"x"}`),
  'a body of white space': () => body(`{"id":1,${text}"name":1}`),
  'a body before white space': () => body(plantJson() + text),
  'a body of escapes': () => body(named('\\ud83c\\udf3f'.repeat(size))),
  'a body of surrogates': () => body(named('\\ud800'.repeat(size))),
  'a body of a name': () => body(named('x'.repeat(size))),
  'a body of a long key': () => body(plantJson().replace('}', `,"${'k'.repeat(size)}":1}`)),
  // The service refuses more than 10,000 values.
  'a body of values': () => body(`[${'1,'.repeat(size)}1]`),
  'a body of long values': () => body(keys(9_600, `"${'x'.repeat(500)}"`)),
  // So its parts get more of them.
  'one key, for the parser': () => parse(`{${'"id":1,'.repeat(size)}"name":"x"}`),
  'many keys, for the parser': () => parse(keys(size / 4)),
  'many ids, for the id': () => readId(`{"a":[${'{"id":1},'.repeat(size / 4)}1],"id":1}`),
  'many keys, for the id': () => readId(keys(size / 4)),
  'many keys, for the validator': () => validate(keys(size / 4)),
  // Shows that the test notices quadratic time.
  backtracking: () => /0+$/.test(`${'0'.repeat(size)}1`),
};

/** Parses a body in the same way as `createPlant`. */
function parse(body: string): void {
  jsonBodyParser({ disableContentTypeCheck: true }).before?.({ event: { body } } as never);
}

function validate(text: string): void {
  // middy's type of it is not a function.
  (validateEvent as unknown as (event: object) => boolean)({ body: JSON.parse(text) });
}

function readId(text: string): void {
  exactInt64s().before?.({ event: {}, internal: { text } } as never);
}

// linear-time.test.ts runs this file as a thread, which it can end.
if (workerData === 'run inputs') {
  console.info = () => {};
  parentPort?.on('message', async (title: string) => {
    await inputs[title]?.();
    parentPort?.postMessage('done');
  });
  parentPort?.postMessage('ready');
}
