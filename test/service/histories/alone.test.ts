import { afterAll, describe, expect, it, vi } from 'vitest';
import { itemOf } from '../../../tools/test/setup/contract.ts';
import { startDynamodb } from '../../../tools/test/setup/embedded-dynamodb.ts';
import { slow } from '../../../tools/test/setup/slow.ts';
import type { Item } from '../../setup/effect.ts';
import { operations } from '../../setup/operations.ts';
import { certainAnswerOf, learn } from './history.ts';
import { startInstances } from './instances.ts';
import { openItems, statesAfter, stepsTo } from './stored.ts';

const dynamodb = await startDynamodb();
const items = openItems(dynamodb.url);
afterAll(async () => {
  items.close();
  await dynamodb.stop();
});
vi.spyOn(console, 'info').mockImplementation(() => {});
// The time that is stored.
vi.useFakeTimers({ toFake: ['Date'] });
const send = await startInstances();

const number = 1;
const first = { client: 'nursery', lastFour: 'wXyZ', time: '2026-11-20T09:30:00.000Z' };
const again = { client: 'garden', lastFour: '2wXy', time: '2026-11-21T10:00:00.000Z' };
const states = statesAfter(stepsTo(number, 2, first));
/** Also with a field of a later version, which stays. */
const later = states.flatMap((stored) => (stored ? [{ ...stored, later: 'x' }] : []));

function rawOf(stored: Item | undefined) {
  return stored && itemOf(stored);
}

describe.each(operations)('$functionName', (operation) => {
  it(
    'answers and stores what its effect.ts says, also if the request comes again',
    slow,
    async () => {
      const steps = stepsTo(number, Infinity, first).filter((step) => step.operation === operation);
      for (const before of [...states, ...later]) {
        for (const { request } of steps) {
          await items.write(number, before);
          const situation = { before: rawOf(before), request };
          let stored = before;
          const answers: unknown[] = [];
          for (const sender of [first, again]) {
            vi.setSystemTime(sender.time);
            const answered = await learn(() => send(operation, { ...request, ...sender }));
            const expected = operation.effect(stored, { ...request, ...sender });
            stored = expected.stored;
            expect({
              ...situation,
              answer: certainAnswerOf(answered),
              stored: await items.read(number),
            }).toEqual({ ...situation, answer: expected.answer, stored: rawOf(stored) });
            answers.push(answered);
          }
          expect({ ...situation, again: answers[1] }).toEqual({ ...situation, again: answers[0] });
        }
      }
    },
  );
});
