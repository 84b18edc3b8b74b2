import { probeIdentity } from './probe-identity.ts';

interface JsonObject {
  readonly [name: string]: Json;
}
type Json = string | number | boolean | null | readonly Json[] | JsonObject;

// No bigint: the probe reads an answer by JSON.parse, which rounds large integers.
// Stryker disable next-line StringLiteral: any text is right.
const fields = { name: 'probe', tag: 'always the same' } satisfies JsonObject;

/** What the probe calls, and the table into which it then looks. */
export const probed = { functionName: 'CreatePlant', table: 'Plants' } as const;

/** What the probe stores: a plant of its own. */
export const probeItem = {
  /** Its key in the table. */
  Key: { id: BigInt(probeIdentity.id) },
  /** Its other fields, as they are answered and stored. */
  fields,
  /** The request that stores it. */
  sent: requestWith(fields),
  /** A request with another plant under its id. The service must refuse it. */
  other: requestWith({ ...fields, tag: 'another' }),
} as const;

function requestWith(others: JsonObject): string {
  // JSON.stringify alone would round the id, or refuse it as a bigint.
  return JSON.stringify({ id: JSON.rawJSON(probeIdentity.id), ...others });
}
