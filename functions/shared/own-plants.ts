// The plants that the service sends to itself. With another contract, they change only here.

/** Where clients send plants. */
export const path = '/plants';

/** The field that is the key of the table. */
export const key = 'id';

/**
 * Chosen at random, and larger than a JavaScript number can hold. CreatePlant refuses them to clients. Nothing sends the
 * second one any more, but the contract has promised that it is taken.
 */
export const reservedIds = {
  probe: '-6403278123377120557',
  release: '-6403278123377120558',
} as const;

/** The first call of an instance. It is not stored. */
export const warmUpPlant = `{"${key}":0,"name":"warm-up","tag":""}`;

const plant = '"name":"probe","tag":"always the same"}';

/** The plant of the probe: as it is sent, answered with its status, and stored. */
export const probePlant = {
  sent: `{"${key}":${reservedIds.probe},${plant}`,
  answer: `200 {${plant}`,
  Key: { [key]: { N: reservedIds.probe } },
  fields: { name: { S: 'probe' }, tag: { S: 'always the same' } },
};
