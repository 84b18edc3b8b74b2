import { serviceName } from '../service.ts';

/** Reserved for the probe: no client has them. */
export const reserved = {
  /** The key of its item: random, and larger than a JavaScript number can hold. */
  id: '-6403278123377120557',
  /** Its name in the logs. */
  client: 'probe',
  /** Its user agent, which the access log has also for a refused request. */
  userAgent: `${serviceName}-probe`,
  /** The start of the digests of its tokens: its role can only write such tokens. */
  digestPrefix: '00',
} as const;

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** What the probe stores: a plant of its own. */
export const probeItem = {
  sent: '{"id":-6403278123377120557,"name":"probe","tag":"always the same"}',
  /** Another plant under its id. The service must refuse it. */
  other: '{"id":-6403278123377120557,"name":"probe","tag":"another"}',
  /** Its key in the table. */
  Key: { id: BigInt(reserved.id) },
  /** Its other fields, as they are answered and stored. JSON.parse must keep each digit: no bigint. */
  fields: { name: 'probe', tag: 'always the same' } satisfies Json,
} as const;

/** What CreatePlant adds to a plant in the table. No field of the contract has these names. */
export const addedAttributes = { client: 'createdBy', time: 'createdAt' } as const;
