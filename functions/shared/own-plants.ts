// The plants that the service sends to itself. With another contract, its checks change only here.

/** Where clients send plants. */
export const path = '/plants';

/** The field that is the key of the table. */
export const key = 'id';

/** Chosen at random, and larger than a JavaScript number can hold. CreatePlant refuses them to clients. */
export const reservedIds = {
  probe: '-6403278123377120557',
  release: '-6403278123377120558',
} as const;

/** The first call of an instance. It is not stored. */
export const warmUpPlant = `{"${key}":0,"name":"warm-up","tag":""}`;

/** A body that the contract does not allow. */
export const wrongPlant = `{"${key}":"no number"}`;

/** The plant of a check: as it is sent, stored, and answered with its status. */
export function plantOfCheck(id: string) {
  const plant = '"name":"probe","tag":"always the same"}';
  return {
    sent: `{"${key}":${id},${plant}`,
    added: `200 {${plant}`,
    taken: `400 {"error":1004,"message":"another plant has the id ${id}"}`,
    Key: { [key]: { N: id } },
    fields: { name: { S: 'probe' }, tag: { S: 'always the same' } },
  };
}
