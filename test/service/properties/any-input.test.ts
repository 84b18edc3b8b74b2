import fc from 'fast-check';
import { expect, vi } from 'vitest';
import { createAuthorizer } from '../../../functions/authorize/authorize.ts';
import { createPlantHandler } from '../../../functions/create-plant/create-plant.ts';
import { plantJson } from '../../setup/plants.ts';
import { property } from '../../setup/property.ts';
import { context, createPlantEvent } from '../../setup/test-events.ts';
import { answerViolations, requestViolations } from '../api/conformity.ts';

for (const level of ['info', 'warn', 'error'] as const) {
  vi.spyOn(console, level).mockImplementation(() => {});
}
const handle = createPlantHandler(async () => {});

async function answerTo(event: unknown) {
  const { statusCode, headers, body } = await handle(event as never, context());
  return { status: statusCode, headers, body: JSON.parse(body) };
}

/** The bytes of a valid body with a few of them replaced, or random bytes. */
const anyBytes = fc.oneof(
  fc.uint8Array({ maxLength: 64 }),
  fc
    .record({
      at: fc.oneof(fc.constant(0), fc.nat(40)),
      removed: fc.nat(4),
      inserted: fc.oneof(fc.uint8Array({ maxLength: 4 }), fc.constant(Buffer.from('\ufeff'))),
    })
    .map(({ at, removed, inserted }) => {
      const valid = [...Buffer.from(plantJson(7, 'Fern 蕨'))];
      valid.splice(at, removed, ...inserted);
      return Uint8Array.from(valid);
    }),
);

/** The code for these bytes, decided by the contract's words and by no code of the service. */
function expectedCode(bytes: Uint8Array): number {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return requestViolations(JSON.parse(text)).length === 0 ? 200 : 1003;
  } catch {
    return 1001;
  }
}

property('any bytes get the code that the contract says', anyBytes, async (bytes) => {
  const event = createPlantEvent(Buffer.from(bytes).toString('base64'), { isBase64Encoded: true });
  const { status, body } = await answerTo(event);
  expect(status === 200 ? 200 : body.error).toBe(expectedCode(bytes));
});

const anything = fc.anything({
  ...{ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true },
  ...{ withNullPrototype: true, withObjectString: true, withSparseArray: true },
});
const oddContext = fc.record({
  requestId: anything,
  authorizer: fc.oneof(anything, fc.record({ lambda: anything })),
});
const oddEvent = fc
  .record(
    {
      body: anything,
      headers: fc.oneof(anything, fc.record({ 'content-type': anything })),
      isBase64Encoded: anything,
      requestContext: fc.oneof(anything, oddContext),
    },
    { requiredKeys: [] },
  )
  .map((odd) => ({ ...createPlantEvent(plantJson()), ...odd }));

property(
  'an event of any shape is answered as the contract says, never with a throw',
  fc.oneof(anything, oddEvent),
  async (event) => {
    expect(answerViolations(await answerTo(event))).toEqual([]);
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
    const decision = await createAuthorizer(everyToken)(event as never).catch(() => 'thrown');
    expect([{ isAuthorized: false }, 'thrown']).toContainEqual(decision);
  },
);
