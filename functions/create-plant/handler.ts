import { type Documents, documentClient } from '../shared/document-client.ts';
import { environment } from '../shared/environment.ts';
import { rehearse } from '../shared/warm-up.ts';
import { createPlant } from './create-plant.ts';
import { plantStore } from './plant-store.ts';
import { rehearsedContext, rehearsedRequest } from './rehearsed-request.ts';

const table = environment('PLANTS_TABLE_NAME');
const documents = documentClient({ maxAttempts: 3 });
const createPlantOver = (store: Documents) => createPlant(plantStore(store, table));

export const handler = createPlantOver(documents);

/** The bundle's entry waits for it. */
export const warmUp = () =>
  rehearse(documents, {
    call: (standIn) => createPlantOver(standIn)(rehearsedRequest(), rehearsedContext),
    answer: {},
  });
