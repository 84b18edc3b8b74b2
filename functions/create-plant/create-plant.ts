import middy from '@middy/core';
import jsonBodyParser from '@middy/http-json-body-parser';
import validator from '@middy/validator';
import { key, reservedIds } from '../shared/own-plants.ts';
import { reserved } from '../shared/reserved.ts';
import { plantAnswer } from './answer.ts';
import { answerFailures } from './answer-failures.ts';
import type { NewPlant } from './contract.ts';
import { Failure } from './failure.ts';
import { exactInt64s, type GatewayEvent, jsonText } from './json-body.ts';
import { newPlantOf, plantOf } from './plant.ts';
import type { AddPlant } from './plant-store.ts';
import { idTaken } from './store-failure.ts';
import { validateEvent } from './validate-event.generated.ts';

/** `POST /plants`: from the gateway's event to an answer. `add` stores the plant. */
export function createPlant(add: AddPlant) {
  return middy({ timeoutEarlyInMillis: 500, timeoutEarlyResponse: throwTimeout })
    .use(answerFailures()) // the first one, so that its onError runs last
    .use(jsonText()) // body: the JSON text
    .use(jsonBodyParser({ disableContentTypeCheck: true })) // body: the parsed value, with a rounded id
    .use(exactInt64s()) // body: the same, with the exact id
    .use(validator({ eventSchema: validateEvent }))
    .handler(async ({ body, requestContext }: ParsedEvent, _context, { signal }) => {
      const plant = newPlantOf(body as NewPlant);
      const client = requestContext?.authorizer?.lambda?.client;
      if (ownIds.includes(`${plant[key]}`) && client !== reserved.client) throw idTaken(plant[key]);
      await add(plant, signal);
      return plantAnswer(plantOf(plant));
    });
}

/** The body is a NewPlant after the validator. */
interface ParsedEvent extends Pick<GatewayEvent, 'requestContext'> {
  readonly body?: unknown;
}

/** To clients, these ids are taken from the beginning. Otherwise a check of the service and a client would compete for them. */
const ownIds: readonly string[] = Object.values(reservedIds);

// Runs 500 ms before the timeout, so that the answer can still be sent. After the timeout, the client would get a 500.
function throwTimeout(): never {
  throw new Failure('unavailable', 'the request ran out of time, please retry', {
    cause: 'out of time',
  });
}
