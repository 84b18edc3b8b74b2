import { tables } from '../service.ts';

const { key, type } = tables.Plants;

/** Reserved for the probe: no client has them. */
export const reserved = {
  /** The id of its plant: random, and larger than a JavaScript number can hold. */
  id: '-6403278123377120557',
  /** Its name in the logs. */
  client: 'probe',
  /** In the access log, also of a request that is refused. */
  userAgent: 'plant-store-probe',
  /** The start of the digests of its tokens: its role can only write such tokens. */
  digestPrefix: '00',
} as const;

const plant = '"name":"probe","tag":"always the same"}';

/** The plant of the probe: as it is sent, answered with its status and content type, and stored. */
export const probePlant = {
  sent: `{"${key}":${reserved.id},${plant}`,
  /** Another plant under its id. The service must refuse it. */
  other: `{"${key}":${reserved.id},"name":"probe","tag":"another"}`,
  answer: `200 application/json {${plant}`,
  Key: { [key]: { [type]: reserved.id } },
  fields: { name: { S: 'probe' }, tag: { S: 'always the same' } },
} as const;
