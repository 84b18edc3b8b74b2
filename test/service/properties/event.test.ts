import fc from 'fast-check';
import { expect, vi } from 'vitest';
import { authorize } from '../../../functions/authorize/authorize.ts';
import { createPlant } from '../../../functions/create-plant/create-plant.ts';
import { context, createPlantEvent } from '../../events.ts';
import { violationsOf } from '../api/conformity.ts';
import { property } from './property.ts';

for (const level of ['info', 'warn', 'error'] as const) {
  vi.spyOn(console, level).mockImplementation(() => {});
}

const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withNullPrototype: true,
  withObjectString: true,
  withSparseArray: true,
  withTypedArray: true,
});

const handle = createPlant(async () => {});
const valid = createPlantEvent('{"id":7,"name":"Fern"}');
const oddEvent = fc
  .record(
    {
      body: anything,
      headers: fc.oneof(anything, fc.record({ 'content-type': anything })),
      isBase64Encoded: anything,
      requestContext: fc.oneof(
        anything,
        fc.record({
          requestId: anything,
          authorizer: fc.oneof(anything, fc.record({ lambda: anything })),
        }),
      ),
    },
    { requiredKeys: [] },
  )
  .map((odd) => ({ ...valid, ...odd }));

property(
  'an event of any shape is answered as the contract says, never with a throw',
  fc.oneof(anything, oddEvent),
  async (event) => {
    const { statusCode, headers, body } = await handle(event as never, context());
    const contentType = headers['content-type'];
    expect(violationsOf({ status: statusCode, contentType, body: JSON.parse(body) })).toEqual([]);
  },
);

property(
  'an event of any shape is never allowed',
  fc.oneof(
    anything,
    fc.record({ identitySource: anything, headers: anything, requestContext: anything }),
    fc.record({
      identitySource: fc.tuple(anything),
      headers: fc.record({ authorization: anything }),
    }),
  ),
  async (event) => {
    const everyToken = async () => ({ client: 'nursery', lastFour: 'wXyZ' });
    const decision = await authorize(everyToken)(event as never).catch(() => 'thrown');
    expect([{ isAuthorized: false }, 'thrown']).toContainEqual(decision);
  },
);
