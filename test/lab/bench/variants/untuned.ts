import { Readable } from 'node:stream';
import { streamCollector } from '@smithy/node-http-handler';
import { createPlant } from '../../../../functions/create-plant/create-plant.ts';
import { plantStore } from '../../../../functions/create-plant/plant-store.ts';
import { type Documents, documentClient } from '../../../../functions/shared/document-client.ts';
import { warmUpClient } from '../../../../functions/shared/warm-up.ts';

// Our function as it was before its entry knew of Node's flags and its client read by listeners.

const table = String(process.env['PLANTS_TABLE_NAME']);
const documents = documentClient({ maxAttempts: 3 });
documents.config.streamCollector = (body: Readable | Uint8Array) =>
  streamCollector(body instanceof Uint8Array ? Readable.from([body]) : body);

function createPlantWith(store: Documents) {
  return createPlant(plantStore(store, table));
}

export const handler = createPlantWith(documents);

export function warmUp() {
  return warmUpClient(documents, {
    call: (standIn) => createPlantWith(standIn)(request as never, context as never),
    answer: {},
  });
}

const request = {
  headers: { 'content-type': 'application/json' },
  requestContext: { requestId: 'warm-up' },
  body: '{"id":0,"name":"warm-up","tag":""}',
  isBase64Encoded: false,
};
const context = { getRemainingTimeInMillis: () => 10_000 };
