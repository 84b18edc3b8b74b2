import {
  type DeletePlantRequest,
  validateDeletePlant,
} from '../contract/delete-plant.generated.ts';
import { middyForPath } from '../http/chain.ts';
import { callerOf } from '../http/gateway-event.ts';
import type { DeletePlant } from './plant-store.ts';

/** `DELETE /plants/{id}`: from the gateway's event to an answer. `remove` deletes the plant. */
export function deletePlantHandler(remove: DeletePlant) {
  const chain = middyForPath<DeletePlantRequest>(validateDeletePlant);
  return chain.handler(async ({ pathParameters, requestContext }, _context, { signal }) => {
    await remove(pathParameters, signal, callerOf(requestContext));
    return { statusCode: 204, headers: {}, body: '' };
  });
}
