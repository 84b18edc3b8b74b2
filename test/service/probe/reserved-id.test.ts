import { isDeepStrictEqual } from 'node:util';
import { afterAll, expect, it, vi } from 'vitest';
import { failures } from '../../../functions/http/failure.ts';
import { reservedIdVariable } from '../../../functions/shared/probe-identity.ts';
import { itemOf, keyOf } from '../../../tools/test/setup/contract.ts';
import { startDynamodb } from '../../../tools/test/setup/embedded-dynamodb.ts';
import { example } from '../../examples.ts';
import { certainAnswerOf } from '../histories/history.ts';
import { startInstances } from '../histories/instances.ts';
import { openItems, statesAfter, stepsTo } from '../histories/stored.ts';

const dynamodb = await startDynamodb();
const items = openItems(dynamodb.url);
afterAll(async () => {
  items.close();
  await dynamodb.stop();
});
vi.spyOn(console, 'info').mockImplementation(() => {});
const number = 1;
vi.stubEnv(reservedIdVariable, keyOf(example(number)));
const send = await startInstances();

const steps = stepsTo(number, 2, { client: 'nursery', lastFour: '', time: '' });
const states = statesAfter(steps);
const changes = steps.flatMap(({ operation, request }) =>
  states
    .filter((stored) => !isDeepStrictEqual(operation.effect(stored, request).stored, stored))
    .map(() => operation),
);
const writers = [...new Set(changes)];

it.each(writers)(
  '$functionName refuses the reserved id to clients, whatever is stored',
  async (writer) => {
    const answers = new Set<unknown>();
    for (const before of states) {
      await items.write(number, before);
      for (const { request } of steps.filter(({ operation }) => operation === writer)) {
        answers.add(certainAnswerOf(await send(writer, request))?.error);
        expect(await items.read(number)).toEqual(before && itemOf(before));
      }
    }
    expect([...answers], 'handler.ts needs refuseReservedId').toEqual([failures.idTaken.error]);
  },
);
