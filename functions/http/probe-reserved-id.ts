import { tables } from '../service.ts';
import { optionalEnvironment } from '../shared/environment.ts';
import { probeIdentity, reservedIdVariable } from '../shared/probe-identity.ts';
import { Failure } from './failure.ts';
import type { Caller } from './gateway-event.ts';

const { key } = tables.Plants;

/** What an operation does for a client with the plant of an id. */
type Use<Plant> = (plant: Plant, signal: AbortSignal, caller?: Caller) => Promise<void>;

/** Only the probe can use the reserved id: otherwise it and a client would compete for it. */
export function refuseReservedId<Plant extends Readonly<Record<typeof key, unknown>>>(
  use: Use<Plant>,
): Use<Plant> {
  const reservedId = optionalEnvironment(reservedIdVariable);
  return async (plant, signal, caller) => {
    const id = plant[key];
    if (`${id}` === reservedId && caller?.client !== probeIdentity.client) throw idReserved(id);
    await use(plant, signal, caller);
  };
}

/** The code of an id that is taken: in both cases, the client has to choose another one. */
function idReserved(id: unknown): Failure {
  return new Failure('idTaken', `the ${key} ${id} is reserved`);
}
