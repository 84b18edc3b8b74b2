import type { Context } from 'aws-lambda';
import type { GatewayEvent } from '../http/json-body.ts';
import { reservedIdVariable, tables } from '../service.ts';
import { createDocumentClient, type Documents } from '../shared/document-client.ts';
import { environment, optionalEnvironment } from '../shared/environment.ts';
import { warmUpClient } from '../shared/warm-up.ts';
import { createPlantHandler } from './create-plant.ts';
import { plantStore } from './plant-store.ts';

const table = environment(tables.Plants.variable);
const reservedId = optionalEnvironment(reservedIdVariable);
const documents = createDocumentClient();

function createPlantWith(store: Documents) {
  return createPlantHandler(plantStore(store, table, reservedId));
}

export const handler = createPlantWith(documents);

/** The bundle's entry (infra/build/entry.mjs) waits for it. */
export function warmUp() {
  return warmUpClient(documents, (standIn) => {
    return createPlantWith(standIn)(warmUpRequest(), warmUpContext);
  });
}

// Only what the function reads of a request and of a context.
function warmUpRequest() {
  return {
    headers: { 'content-type': 'application/json' },
    requestContext: { requestId: 'warm-up' },
    // This plant is not stored.
    body: `{"${tables.Plants.key}":0,"name":"warm-up","tag":""}`,
    isBase64Encoded: false,
  } as unknown as GatewayEvent;
}

const warmUpContext = { getRemainingTimeInMillis: () => 10_000 } as Context;
