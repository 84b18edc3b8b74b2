import middy from '@middy/core';
import jsonBodyParser from '@middy/http-json-body-parser';
import validator, { type Options } from '@middy/validator';
import { validateCreatePlant } from '../contract/create-plant.generated.ts';
import { jsonAnswer } from '../http/answer.ts';
import { throwTimeout } from '../http/failure.ts';
import { failureAnswers } from '../http/failure-answers.ts';
import { exactNumbers, type GatewayEvent, jsonText } from '../http/json-body.ts';
import { type NewPlant, plantOf } from './plant.ts';
import type { AddPlant } from './plant-store.ts';

// middy's type is of the ajv that it pins, which is not always ours.
const eventSchema = validateCreatePlant as unknown as Required<Options>['eventSchema'];

/** `POST /plants`: from the gateway's event to an answer. `add` stores the plant. */
export function createPlantHandler(add: AddPlant) {
  return middy({ timeoutEarlyInMillis: 500, timeoutEarlyResponse: throwTimeout })
    .use(failureAnswers()) // first, so that its onError runs last
    .use(jsonText()) // checks and decodes the body
    .use(jsonBodyParser({ disableContentTypeCheck: true })) // refuses bad JSON and keys, but rounds numbers
    .use(exactNumbers()) // parses again, with each digit
    .use(validator({ eventSchema })) // refuses other bodies, and drops unknown fields
    .handler(async ({ body, requestContext }: ParsedEvent, _context, { signal }) => {
      const plant = body as NewPlant;
      await add(plant, signal, requestContext?.authorizer?.lambda?.client);
      return jsonAnswer(200, plantOf(plant));
    });
}

/** The body is a NewPlant after the validator. */
type ParsedEvent = Pick<GatewayEvent, 'requestContext'> & { readonly body?: unknown };
