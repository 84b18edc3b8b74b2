import { Failure } from '../http/failure.ts';
import { tables } from '../service.ts';
import { optionalEnvironment } from '../shared/environment.ts';
import { probeIdentity, reservedIdVariable } from '../shared/probe-identity.ts';
import type { AddPlant } from './plant-store.ts';

const { key } = tables.Plants;

/** Only the probe can use the reserved id: otherwise it and a client would compete for it. */
export function withReservedId(add: AddPlant): AddPlant {
  const reservedId = optionalEnvironment(reservedIdVariable);
  return async (plant, signal, caller) => {
    const id = plant[key];
    if (`${id}` === reservedId && caller?.client !== probeIdentity.client) throw idReserved(id);
    await add(plant, signal, caller);
  };
}

/** The code of an id that is taken: in both cases, the client has to choose another one. */
function idReserved(id: unknown): Failure {
  return new Failure('idTaken', `the ${key} ${id} is reserved`);
}
