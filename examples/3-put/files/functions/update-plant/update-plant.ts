import {
  type UpdatePlantRequest,
  updatePlantAnswerFields,
  validateUpdatePlant,
} from '../contract/update-plant.generated.ts';
import { jsonAnswer } from '../http/answer.ts';
import { middyForJson } from '../http/chain.ts';
import { callerOf } from '../http/gateway-event.ts';
import { picked } from '../http/picked.ts';
import { afterUpdate, type UpdatePlant } from './plant-store.ts';

/** `PUT /plants/{id}`: from the gateway's event to an answer. `update` changes the plant. */
export function updatePlantHandler(update: UpdatePlant) {
  const chain = middyForJson<UpdatePlantRequest>(validateUpdatePlant);
  return chain.handler(async ({ pathParameters, body, requestContext }, _context, { signal }) => {
    await update({ ...pathParameters, ...body }, signal, callerOf(requestContext));
    return jsonAnswer(200, picked(afterUpdate(body), updatePlantAnswerFields));
  });
}
