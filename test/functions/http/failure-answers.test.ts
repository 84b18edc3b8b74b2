import middy from '@middy/core';
import jsonBodyParser from '@middy/http-json-body-parser';
import validator from '@middy/validator';
import { expect, it } from 'vitest';
import { validateCreatePlant } from '../../../functions/contract/create-plant.generated.ts';
import { throttlingReasonsOf } from '../../../functions/http/failure-answers.ts';

const hot = { reason: 'TableWriteKeyRangeThroughputExceeded', resource: 'arn:…:table/Plants' };
const quota = { reason: 'TableWriteAccountLimitExceeded', resource: 'arn:…:table/Plants' };

it.each([
  [{ throttlingReasons: [hot] }, hot.reason],
  [{ ThrottlingReasons: [hot, quota] }, `${hot.reason},${quota.reason}`],
  [{ throttlingReasons: [] }, undefined],
  [{ throttlingReasons: [undefined] }, undefined],
  [{ throttlingReasons: 'none' }, undefined],
  [new Error('down'), undefined],
  ['out of time', undefined],
  [undefined, undefined],
])('the reasons for throttling of %o are %s', (cause, reasons) => {
  expect(throttlingReasonsOf(cause)).toBe(reasons);
});

const required = expect.objectContaining({ keyword: 'required', instancePath: '/body' });

// failure-answers.ts knows these errors by their names. Without them, a client's mistake would be answered as a fault of ours.
const parser = '@middy/http-json-body-parser';
const rules = '@middy/validator';
it.each([
  [parser, 'text that is not JSON', '{', {}],
  [
    parser,
    'a forbidden key',
    '{"__proto__":1}',
    { message: expect.stringMatching(/^Forbidden key/) },
  ],
  [rules, 'a body that breaks a rule', {}, { cause: { data: expect.arrayContaining([required]) } }],
])('%s names itself in its error for %s', async (name, _, body, named) => {
  const chain = middy(() => 'no error').use(
    name === parser ? jsonBodyParser() : validator({ eventSchema: validateCreatePlant as never }),
  );
  const event = { headers: { 'content-type': 'application/json' }, body };
  const error = await chain(event as never, {} as never).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ cause: { package: name } });
  expect(error).toMatchObject(named);
});
