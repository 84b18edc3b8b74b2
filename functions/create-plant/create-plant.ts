import {
  type CreatePlantRequest,
  createPlantAnswerFields,
  validateCreatePlant,
} from '../contract/create-plant.generated.ts';
import { jsonAnswer } from '../http/answer.ts';
import { middyForJson } from '../http/chain.ts';
import { callerOf } from '../http/gateway-event.ts';
import { picked } from '../http/picked.ts';
import type { AddPlant } from './plant-store.ts';

/** `POST /plants`: from the gateway's event to an answer. `add` stores the plant. */
export function createPlantHandler(add: AddPlant) {
  const chain = middyForJson<CreatePlantRequest>(validateCreatePlant);
  return chain.handler(async ({ body: plant, requestContext }, _context, { signal }) => {
    await add(plant, signal, callerOf(requestContext));
    return jsonAnswer(200, picked(plant, createPlantAnswerFields));
  });
}
