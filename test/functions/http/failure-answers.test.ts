import { expect, it } from 'vitest';
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
