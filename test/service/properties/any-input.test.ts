import fc from 'fast-check';
import { expect, vi } from 'vitest';
import { createPlantHandler } from '../../../functions/create-plant/create-plant.ts';
import { exampleJson } from '../../../tools/test/setup/contract.ts';
import { property } from '../../setup/property.ts';
import { context, gatewayEvent } from '../../setup/test-events.ts';
import { requestViolations } from '../api/conformity.ts';

vi.spyOn(console, 'info').mockImplementation(() => {});
const handle = createPlantHandler(async () => {});

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
      const valid = [...Buffer.from(exampleJson(7, 'Fern 蕨'))];
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
  const event = gatewayEvent(Buffer.from(bytes).toString('base64'), { isBase64Encoded: true });
  const { statusCode, body } = await handle(event, context());
  expect(statusCode === 200 ? 200 : JSON.parse(body).error).toBe(expectedCode(bytes));
});
